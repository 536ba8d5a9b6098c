import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html } from 'lit';
import type { Badge } from './outcome.ts';

/** A state as icon and word; wants `toneStyles`. */
export function renderBadge({ icon, tone, text }: Badge) {
  return html`<span class="badge ${tone}"><vscode-icon name=${icon}></vscode-icon>${text}</span>`;
}
