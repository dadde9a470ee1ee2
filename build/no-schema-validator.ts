/**
 * Replaces the MCP SDK's platform module, which brings a JSON Schema validator (154 KB). The tool server passes its
 * own validator as `ServerOptions.jsonSchemaValidator`.
 */
export const process = globalThis.process;

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This bundle has no JSON Schema validator: pass ServerOptions.jsonSchemaValidator.');
  }
}
