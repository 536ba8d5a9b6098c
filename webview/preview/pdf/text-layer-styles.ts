import { css } from 'lit';

/** What PDF.js needs to lay a page's text over its picture, unseen; after `pdfjs-dist/web/pdf_viewer.css`. */
export const textLayerStyles = css`
  .textLayer {
    --min-font-size: 1;
    --scale-round-x: 1px;
    --scale-round-y: 1px;
    --text-scale-factor: calc(var(--total-scale-factor) * var(--min-font-size));
    --min-font-size-inv: calc(1 / var(--min-font-size));
    position: absolute;
    inset: 0;
    overflow: clip;
    line-height: 1;
    text-align: initial;
    text-size-adjust: none;
    forced-color-adjust: none;
    transform-origin: 0 0;
  }
  .textLayer :is(span, br) {
    position: absolute;
    color: transparent;
    white-space: pre;
    cursor: text;
    transform-origin: 0% 0%;
  }
  .textLayer > :not(.markedContent),
  .textLayer .markedContent span:not(.markedContent) {
    --font-height: 0;
    --scale-x: 1;
    --rotate: 0deg;
    font-size: calc(var(--text-scale-factor) * var(--font-height));
    transform: rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv));
  }
  .textLayer .markedContent {
    display: contents;
  }
  .textLayer ::selection {
    color: transparent;
    background: rgb(0 100 255 / 30%);
  }
  .textLayer br::selection {
    background: transparent;
  }
  .textLayer[data-main-rotation='90'] {
    transform: rotate(90deg) translateY(-100%);
  }
  .textLayer[data-main-rotation='180'] {
    transform: rotate(180deg) translate(-100%, -100%);
  }
  .textLayer[data-main-rotation='270'] {
    transform: rotate(270deg) translateX(-100%);
  }
`;
