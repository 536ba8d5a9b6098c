import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewFacts } from '../../src/shared/preview-protocol.ts';
import { formatSize, t } from '../text.ts';

/** An artifact that cannot be drawn: its type and size, and the reason. */
@customElement('preview-facts')
export class FactsContent extends LitElement {
  static override styles = css`
    .card {
      display: flex;
      flex-direction: column;
      align-items: center;
      gap: 8px;
      padding: 40px 24px;
      text-align: center;
      border: 1px dashed var(--vscode-widget-border, var(--vscode-contrastBorder, var(--vscode-descriptionForeground)));
      border-radius: 4px;
    }
    vscode-icon {
      color: var(--vscode-descriptionForeground);
    }
    .problem vscode-icon {
      color: var(--vscode-editorWarning-foreground);
    }
    p {
      margin: 0;
      line-height: 1.5;
      max-width: 60ch;
      overflow-wrap: anywhere;
    }
    .type {
      font-size: 1.15em;
      font-weight: 600;
    }
    .note {
      color: var(--vscode-descriptionForeground);
    }
    .problem .note {
      color: var(--vscode-foreground);
    }
  `;

  @property({ attribute: false }) facts: PreviewFacts | null = null;
  @property({ attribute: false }) problem: 'reserved' | 'missing' | 'broken' | null = null;
  @property() note = '';

  protected override render() {
    const { facts, problem } = this;
    if (!facts) return nothing;
    const size = facts.size === null ? '' : ` · ${formatSize(facts.size)}`;
    return html`
      <div class=${problem ? 'card problem' : 'card'}>
        <vscode-icon name=${problem ? PROBLEM_ICONS[problem] : facts.icon} size="48"></vscode-icon>
        <p class="type">${problem ? problemTitle(problem) : facts.typeName + size}</p>
        <p class="note" role="note">${this.note}</p>
      </div>
    `;
  }
}

const PROBLEM_ICONS = { reserved: 'clockface', missing: 'circle-slash', broken: 'warning' } as const;

function problemTitle(problem: keyof typeof PROBLEM_ICONS): string {
  switch (problem) {
    case 'reserved':
      return t('Reserved');
    case 'missing':
      return t('Missing');
    case 'broken':
      return t('Broken');
  }
}
