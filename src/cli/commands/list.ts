import { formatSize } from '../../core/content/size.ts';
import { parseReference } from '../../core/refs/reference.ts';
import { ToolExecutor, type ListedArtifact, type UnreadablePath } from '../../core/tools/tool-executor.ts';
import { DEFAULT_LIST_LIMIT } from '../../core/io/limits.ts';
import { type Invocation, UsageError } from '../command.ts';
import { shownName } from '../catalogue-model.ts';
import { Refusal, refusalOf } from '../refusal.ts';
import { listSession } from '../session-listing.ts';
import { Progress, safeLine } from '../terminal.ts';
import { printTable, showTime } from '../table.ts';

/** Artifacts asked for at a time. */
const STEP = 500;

interface Listing {
  readonly items: ListedArtifact[];
  /** Not known of a workspace. */
  readonly total?: number;
  readonly unreadable?: UnreadablePath[];
  /** How many more are left out. */
  readonly moreUnreadable?: number;
  /** Where the store has no artifacts. */
  readonly workspaces?: readonly string[];
  readonly next?: string;
}

/** `list`: a page of the store, or of the files of a workspace. */
export async function list(invocation: Invocation): Promise<number> {
  const limit = limitOf(invocation.option('limit'));
  const [session] = invocation.positionals;
  if (session !== undefined) return listSession(session, { limit, after: afterIn(invocation) }, invocation);
  const listing = await readListing(invocation, limit);
  if (invocation.json) invocation.terminal.json(listing);
  else printListing(invocation, listing);
  return 0;
}

/** Where a listing of a session goes on. @throws UsageError for a workspace, which a session has none of */
function afterIn(invocation: Invocation): string | undefined {
  if (invocation.option('workspace') !== undefined) throw new UsageError('--workspace works on a data root, not on a session.');
  return invocation.option('after');
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIST_LIMIT;
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new UsageError('--limit must be a positive whole number.');
  return Number(text);
}

/** Workspaces that are named where another one was asked for. */
const MOST_NAMED = 10;

/** Says that there is no workspace with this ID; undefined where there is one. */
async function noWorkspace(id: string, invocation: Invocation): Promise<Refusal | undefined> {
  const all = (await (await invocation.root()).workspaces.listWorkspaces()).filter(({ state }) => state === 'present');
  if (all.some(({ workspaceId }) => workspaceId === id)) return undefined;
  const named = all.slice(0, MOST_NAMED).map(({ workspaceId }) => safeLine(workspaceId));
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '';
  const known = all.length === 0 ? 'The data root has none.' : `Workspaces: ${named.join(', ')}${more}.`;
  return new Refusal('not_found', `There is no workspace "${shownName(id)}". ${known}`);
}

async function readListing(invocation: Invocation, limit: number): Promise<Listing> {
  const executor = new ToolExecutor({ ...(await invocation.root()), allowWrite: false });
  const progress = new Progress(invocation.terminal);
  const workspaceId = invocation.option('workspace');
  const items: ListedArtifact[] = [];
  const unreadable: UnreadablePath[] = [];
  let more = 0;
  let after = invocation.option('after');
  try {
    for (;;) {
      const step = Math.min(STEP, limit - items.length);
      const page = await executor.executeToolCall({}, 'list_artifacts', { limit: step, after, workspaceId });
      if ('error' in page) {
        const unknown = workspaceId === undefined || page.error !== 'not_found' ? undefined : await noWorkspace(workspaceId, invocation);
        throw unknown ?? refusalOf({ code: page.error }, invocation.language, after ?? workspaceId);
      }
      items.push(...page.items);
      unreadable.push(...(page.unreadable ?? []));
      more += page.moreUnreadable ?? 0;
      progress.tell(`${items.length} of ${Math.min(limit, page.total ?? Infinity)} …`);
      const listing = {
        items,
        ...(page.total !== undefined && { total: page.total }),
        ...(unreadable.length > 0 && { unreadable }),
        ...(more > 0 && { moreUnreadable: more }),
        ...(page.workspaces && { workspaces: page.workspaces }),
      };
      if (page.next === undefined) return listing;
      if (items.length >= limit) return { ...listing, next: page.next };
      after = page.next;
    }
  } finally {
    progress.done();
  }
}

function printListing(invocation: Invocation, { items, total, unreadable = [], moreUnreadable = 0, workspaces, next }: Listing): void {
  const { terminal } = invocation;
  for (const { path, message } of unreadable) terminal.complain(`${safeLine(path)} is left out: ${message}`, 'yellow');
  if (moreUnreadable > 0) terminal.complain(`${moreUnreadable} more are left out.`, 'yellow');
  if (workspaces) {
    terminal.complain('The store has no artifacts. There are workspaces, whose files are listed with --workspace ID:');
    for (const id of workspaces) terminal.print(id);
    return;
  }
  if (items.length === 0) return terminal.complain(invocation.option('after') === undefined ? 'No artifacts found.' : 'No more artifacts.');
  const columns = [
    { heading: 'REFERENCE' },
    { heading: 'NAME' },
    { heading: 'TYPE' },
    { heading: 'SIZE', align: 'right' as const },
    { heading: 'CREATED (UTC)' },
    { heading: 'STATE' },
  ];
  const rows = items.map(({ ref, name, mimeType, size, createdAt, state }) => [
    ref,
    placeOf(ref) ?? name,
    mimeType ?? '',
    size === undefined ? '' : formatSize(size),
    showTime(createdAt),
    state === 'present' ? '' : state,
  ]);
  printTable(terminal, columns, rows);
  if (next !== undefined) terminal.complain(`${items.length}${total === undefined ? '' : ` of ${total}`}. Continue with --after ${next}`);
}

/** The path of a workspace file: its name alone says too little in a listing over all folders. */
function placeOf(ref: string): string | undefined {
  const parsed = parseReference(ref);
  return parsed.ok && parsed.value.kind === 'workspace' ? parsed.value.relativePath : undefined;
}
