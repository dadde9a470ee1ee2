interface Closing {
  close(): Promise<unknown>;
}

/** What a fault test has opened, to be closed however the test ends. */
export class Kept {
  readonly #open: Closing[] = [];

  closing<Thing extends Closing>(thing: Thing): Thing {
    this.#open.push(thing);
    return thing;
  }

  /** In reverse order. */
  async closeAll(): Promise<void> {
    for (const thing of this.#open.splice(0).reverse()) await thing.close();
  }
}
