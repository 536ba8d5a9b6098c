import type { InferenceSource } from '../../../core/services/catalogue/inference.ts';
import type { MatrixSource } from '../../../shared/matrix-state.ts';

/** Numbers the sources of what is known of models, from 1 on: thousands of rows share a few. Numbers are never reused. */
export class KnownSources {
  readonly #numbers = new Map<string, number>();
  readonly #sources: MatrixSource[] = [];

  numberOf({ match, entry, ...rest }: InferenceSource): number {
    const from = rest.package ?? null;
    const key = JSON.stringify([match, entry, from]);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#sources.push({ match, entry, package: from });
      this.#numbers.set(key, number);
    }
    return number;
  }

  /** Those from a number on. */
  since(first: number): readonly MatrixSource[] {
    return this.#sources.slice(first - 1);
  }

  get count(): number {
    return this.#sources.length;
  }
}
