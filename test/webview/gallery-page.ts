/** The page of a gallery as its host sets it up, with a list that a test makes up. */
import { galleryHtml } from '../../src/host/screen/page-html.ts';
import {
  type GalleryLook,
  type GalleryRequest,
  type GalleryState,
  type GalleryTile,
  parseGalleryRequest,
} from '../../src/shared/gallery-protocol.ts';
import { openWebviewPage, type WebviewPage, type WebviewPageOptions } from './support.ts';

const html: WebviewPageOptions['html'] = (asset, cspSource) =>
  galleryHtml(
    { script: asset('gallery.js'), style: asset('gallery.css'), codicons: asset('codicon.css'), cspSource, language: 'en', title: 'Title' },
    'nonce',
  );

export const galleryTile = (at: number, fields: Partial<GalleryTile> = {}): GalleryTile => ({
  id: String(at),
  stamp: '1',
  name: `chart ${at}.png`,
  facts: '12 KB · 2 hr. ago',
  spoken: `chart ${at}.png, PNG image, 12 KB`,
  icon: 'file-media',
  isProblem: false,
  hasLook: false,
  ...fields,
});

interface GalleryOptions extends Partial<WebviewPageOptions> {
  locale?: string;
  bundle?: Record<string, string>;
  state?: unknown;
  shown?: Partial<GalleryState>;
  /** How long the list is in the end; default: as it is said to be at first. */
  total?: number;
  look?: (id: string, stamp: string) => GalleryLook | undefined;
}

export interface GalleryPage extends WebviewPage {
  /** What the page asked for, oldest first. */
  readonly asked: GalleryRequest[];
  /** Shows a list that was read anew. */
  show: (state: Partial<GalleryState>, tile?: (at: number) => GalleryTile) => Promise<void>;
}

/** Opens the page with a list of so many tiles, and answers what it asks for. */
export async function openGallery(count: number, tile: (at: number) => GalleryTile, options: GalleryOptions = {}): Promise<GalleryPage> {
  const { bundle = {}, locale = 'en', shown = {}, total = count, look = () => undefined, ...rest } = options;
  const asked: GalleryRequest[] = [];
  let [known, end] = [count, total];
  let tileAt = tile;
  let state: GalleryState = {
    revision: 1,
    title: 'data',
    filter: null,
    count,
    isWhole: total === count,
    note: null,
    failure: null,
    ...shown,
  };
  const answer = async (message: unknown): Promise<void> => {
    const parsed = parseGalleryRequest(message);
    if (!parsed.ok) throw new Error(parsed.reason);
    asked.push(parsed.message);
    if (parsed.message.type === 'tiles') {
      const { revision, from, to } = parsed.message;
      known = Math.max(known, Math.min(end, to));
      const tiles = Array.from({ length: Math.max(0, Math.min(known, to) - from) }, (_, index) => tileAt(from + index));
      await view.send({ type: 'tiles', revision, from, tiles, count: known, isWhole: known === end });
    }
    if (parsed.message.type === 'look') {
      const { id, stamp } = parsed.message;
      const answered = look(id, stamp);
      if (answered) await view.send({ type: 'look', id, stamp, look: answered });
    }
  };
  const view = await openWebviewPage({ html, ...rest, onPosted: (message) => void answer(message) });
  await view.message('ready');
  await view.send({ type: 'init', locale, bundle, state });
  if (state.count > 0) await view.page.getByRole('option').first().waitFor();
  return {
    ...view,
    asked,
    show: async (next, tile = tileAt) => {
      tileAt = tile;
      state = { ...state, revision: state.revision + 1, ...next };
      // It is all of this one.
      if (next.count !== undefined) end = next.count;
      known = state.count;
      await view.send({ type: 'state', state });
    },
  };
}
