import type { MediaFacts } from '../media-facts.js';
import type { FileRules } from '../network-rules.js';
import { SERVICE_LIMITS } from '../service-limits.js';

/** The MIME types that both the network and the service accept. */
export function allowedTypes(kind: MediaFacts['kind'], rules: Pick<FileRules, 'types'>): string[] {
  return SERVICE_LIMITS[kind].types.value.filter((type) => accepts(rules.types.value, type));
}

/** Whether a list of MIME types, which can contain wildcards such as `image/*`, includes this type. */
export function accepts(types: readonly string[], type: string): boolean {
  return types.some((one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))));
}
