import { noChange } from 'lit';
import { Directive, directive, type ElementPart, PartType, type PartInfo } from 'lit/directive.js';

/** Puts an absolutely placed element at a height. A style attribute would be inline style, which the page forbids. */
class PlacedAt extends Directive {
  #top: number | undefined;

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('placedAt belongs to an element');
  }

  render(_top: number): typeof noChange {
    return noChange;
  }

  override update({ element }: ElementPart, [top]: [number]): typeof noChange {
    if (top !== this.#top) (element as HTMLElement).style.top = `${top}px`;
    this.#top = top;
    return noChange;
  }
}

export const placedAt = directive(PlacedAt);
