import { mediaFolderOf, slimFigures } from '../core/conversation/slim-edits.ts';
import { SMALLEST_SLIMMED, STAY_REASONS, type StayReason } from '../core/conversation/slim-plan.ts';
import { formatSize } from '../core/content/size.ts';
import { MAX_SLIMMED_BYTES, MAX_WEIGHED_MEDIA } from '../core/io/limits.ts';
import { slimFile, type SlimmedFile } from '../platform/slim-file.ts';
import type { Invocation } from './command.ts';
import { type OpenConversation, planSlimming, type PlannedSlim } from './conversation-file.ts';
import { NAMES } from './conversation-report.ts';
import { printFacts } from './table.ts';
import { Progress } from './terminal.ts';

type Named = Pick<OpenConversation, 'file' | 'location'>;

/** `doctor --slim`: the media of a session become files. @returns the exit code @throws Refusal, CodedError */
export async function slimSession(named: Named, invocation: Invocation, signal: AbortSignal): Promise<number> {
  const planned = await planSlimming(named, invocation, signal);
  const { places } = planned.plan;
  const isWanted = places.length > 0 && !invocation.isSet('dry-run');
  const done = isWanted ? await slim(named, planned, invocation, signal) : undefined;
  if (invocation.json) invocation.terminal.json(slimJson(named, planned, done));
  else printSlim(named, planned, done, invocation);
  return 0;
}

async function slim(
  { file, location }: Named,
  { plan: { places }, version }: PlannedSlim,
  { terminal }: Invocation,
  signal: AbortSignal,
): Promise<SlimmedFile | undefined> {
  const progress = new Progress(terminal);
  let count = 0;
  const onMedium = (): void => progress.tell(`${file}: medium ${++count} of ${places.length} …`);
  try {
    return await slimFile(location, places, version, { onMedium, signal });
  } finally {
    progress.done();
  }
}

function slimJson(named: Named, planned: PlannedSlim, done: SlimmedFile | undefined): object {
  const { format, plan, version } = planned;
  const { sizeAfter, ...media } = slimFigures(plan, version.size, named.location);
  return {
    file: named.file,
    format,
    size: version.size,
    media,
    sizeAfter: done?.size ?? sizeAfter,
    folder: done?.folder ?? mediaFolderOf(named.location),
    stays: plan.staying,
    backup: done?.backup ?? null,
  };
}

const STAYS: Readonly<Record<StayReason, string>> = {
  small: `below ${formatSize(SMALLEST_SLIMMED)}`,
  large: `above ${formatSize(MAX_SLIMMED_BYTES)}`,
  place: 'where replacing it is not known to be safe',
  broken: 'in lines that cannot be read',
  many: `beyond the first ${MAX_WEIGHED_MEDIA.toLocaleString('en')}`,
};

function printSlim(named: Named, planned: PlannedSlim, done: SlimmedFile | undefined, { terminal, isSet }: Invocation): void {
  const { format, plan, version } = planned;
  const { count, different, bytes, sizeAfter } = slimFigures(plan, version.size, named.location);
  const staying = STAY_REASONS.filter((reason) => plan.staying[reason].count > 0);
  const stays = staying.map((reason) => `${plan.staying[reason].count} ${STAYS[reason]} (${formatSize(plan.staying[reason].bytes)})`);
  const folder = done?.folder ?? mediaFolderOf(named.location);
  printFacts(terminal, [
    ['File', `${named.file} (${NAMES[format]}, ${formatSize(version.size)})`],
    ['Media', count === 0 ? 'nothing to slim' : `${count} (${different} distinct), ${formatSize(bytes)}`],
    ['Stay', stays.join(', ')],
    ['Slimmed', count === 0 ? undefined : done ? formatSize(done.size) : `≈ ${formatSize(sizeAfter)}`],
    ['Folder', count === 0 ? undefined : folder],
  ]);
  if (count === 0) return;
  terminal.print('');
  if (!done) return terminal.print(isSet('dry-run') ? 'Dry run: nothing was changed.' : 'Nothing was changed.');
  terminal.print(
    `The original is ${done.backup}. A program that still has the session open keeps writing there: close the program, then delete the`,
  );
  terminal.print('original to free its space. --undo needs only the folder.');
}
