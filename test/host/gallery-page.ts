import assert from 'node:assert/strict';
import {
  type GalleryHostMessage,
  type GalleryLook,
  type GalleryState,
  type GalleryTile,
  parseGalleryHostMessage,
} from '../../src/shared/gallery-protocol.ts';
import { FakePanel } from './fake-panel.ts';

/** A page that a test asks in the place of a person. */
export class GalleryPage extends FakePanel<GalleryHostMessage> {
  revealed = 0;

  constructor() {
    super(parseGalleryHostMessage);
  }

  reveal(): void {
    this.revealed++;
  }

  ask(message: object): void {
    this.received.fire(message);
  }

  /** The newest state, at once or when it comes. */
  async state(condition: (state: GalleryState) => boolean = () => true): Promise<GalleryState> {
    const stateOf = (message: GalleryHostMessage): GalleryState | null =>
      message.type === 'state' || message.type === 'init' ? message.state : null;
    const isWanted = (message: GalleryHostMessage): boolean => {
      const state = stateOf(message);
      return state !== null && condition(state);
    };
    const last = this.sent.findLast((message) => message.type === 'state' || message.type === 'init');
    const message = last && isWanted(last) ? last : await this.next(isWanted);
    return stateOf(message) ?? assert.fail();
  }

  async tiles(from = 0, to = 100): Promise<GalleryTile[]> {
    const { revision } = await this.state();
    const answer = this.next((message) => message.type === 'tiles' && message.from === from);
    this.ask({ type: 'tiles', revision, from, to });
    const message = await answer;
    return message.type === 'tiles' ? message.tiles : [];
  }

  async look(id: string): Promise<GalleryLook> {
    const answer = this.next((message) => message.type === 'look' && message.id === id && message.stamp === 's');
    this.ask({ type: 'look', id, stamp: 's' });
    const message = await answer;
    return message.type === 'look' ? message.look : assert.fail();
  }
}
