interface Closing {
  close(): Promise<unknown>;
}

/** What a fault has opened: closed in the end, however it ends. */
export class Kept {
  readonly #open: Closing[] = [];

  closing<Thing extends Closing>(thing: Thing): Thing {
    this.#open.push(thing);
    return thing;
  }

  /** The last one first. */
  async closeAll(): Promise<void> {
    for (const thing of this.#open.splice(0).reverse()) await thing.close();
  }
}
