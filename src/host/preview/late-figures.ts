import { toFailure } from '../../core/io/errors.ts';
import type { Logger } from '../../core/io/logger.ts';
import type { Comparison, PreviewState } from '../../shared/preview-protocol.ts';
import { compare } from './comparison.ts';
import type { PreviewResult } from './preview-result.ts';
import { programRows } from './program-rows.ts';

/** The figures of a state that are worked out after it is shown: counted tokens, and the comparison while it is on the screen. */
export class LateFigures {
  readonly #logger: Logger;
  readonly #add: (figures: Partial<PreviewState>) => void;
  readonly #comparedModels: () => Promise<readonly string[]>;
  #counting = new AbortController();
  #comparing: AbortController | undefined;
  #decided: PreviewResult | undefined;

  /**
   * @param comparedModels ids of the models of the catalogue that are compared; asked for while the comparison is on the screen
   * @param add called with figures of what was last followed, never with stale ones
   */
  constructor(logger: Logger, comparedModels: () => Promise<readonly string[]>, add: (figures: Partial<PreviewState>) => void) {
    this.#logger = logger;
    this.#comparedModels = comparedModels;
    this.#add = add;
  }

  get isComparing(): boolean {
    return this.#comparing !== undefined;
  }

  /** Works out the figures of what is shown now; those of what was shown before are not wanted any more. */
  follow(decided: PreviewResult): void {
    this.#decided = decided;
    this.#counting.abort();
    this.#counting = new AbortController();
    const { countTokens } = decided;
    if (countTokens) this.#work(this.#counting.signal, async (signal) => ({ tokens: await countTokens(signal) }));
    if (this.#comparing) this.setComparing(true);
  }

  setComparing(comparing: boolean): void {
    this.#comparing?.abort();
    this.#comparing = comparing ? new AbortController() : undefined;
    if (!this.#comparing || !this.#decided) return;
    const decided = this.#decided;
    this.#work(this.#comparing.signal, async (signal) => ({ comparison: await this.#compare(decided, signal) }));
  }

  async #compare({ subject, routes, service, measures }: PreviewResult, signal: AbortSignal): Promise<Comparison> {
    const { services } = subject.source.models;
    const selected = service?.id ?? null;
    const compared = await compare({ services, models: await this.#comparedModels(), routes, selected, measures }, signal);
    return { ...compared, programs: await programRows(subject, selected, measures.measurements, signal) };
  }

  stop(): void {
    this.#counting.abort();
    this.setComparing(false);
  }

  #work(signal: AbortSignal, figures: (signal: AbortSignal) => Promise<Partial<PreviewState>>): void {
    figures(signal).then(
      (found) => {
        if (!signal.aborted) this.#add(found);
      },
      (error: unknown) => {
        if (!signal.aborted) this.#logger.error(`preview: figures not worked out (${toFailure(error).code})`);
      },
    );
  }
}
