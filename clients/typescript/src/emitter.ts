type Listener<T> = (news: T) => void;

/** Tells listeners what they asked for, in the order in which they asked. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>();

  /** Calls `listener` with each event of this kind from now on; returns what ends that. */
  on<K extends keyof Events>(kind: K, listener: Listener<Events[K]>): () => void {
    const listeners = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  emit<K extends keyof Events>(kind: K, news: Events[K]): void {
    for (const listener of [...(this.#listeners.get(kind) ?? [])]) {
      try {
        (listener as Listener<Events[K]>)(news);
      } catch (fault) {
        // A listener's mistake is its owner's to hear of, and nobody else's to suffer from.
        queueMicrotask(() => {
          throw fault;
        });
      }
    }
  }
}
