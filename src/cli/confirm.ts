import { createInterface } from 'node:readline/promises';
import { safeLine } from './safe-text.ts';

/** The streams a person is asked on. */
export interface Dialogue {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** Whether somebody is there to be asked. */
export function canAsk({ input, output }: Dialogue): boolean {
  return input.isTTY === true && output.isTTY === true;
}

/** Asks on a terminal; everything but a yes is a no, the end of the input too. */
export async function confirm(question: string, { input, output }: Dialogue): Promise<boolean> {
  const dialogue = createInterface({ input, output });
  try {
    const ended = new Promise<string>((resolve) => dialogue.once('close', () => resolve('')));
    return /^y(?:es)?$/i.test((await Promise.race([dialogue.question(`${safeLine(question)} [y/N] `), ended])).trim());
  } finally {
    dialogue.close();
  }
}
