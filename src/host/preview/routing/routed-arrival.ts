import * as vscode from 'vscode';
import type { LlmServiceConfig } from '../../../core/services/schema.ts';
import { loadCatalogue } from '../../../core/services/catalogue/load-catalogue.ts';
import { modelDoubt } from '../../../core/services/catalogue/model-doubt.ts';
import { API_NAMES } from '../../../core/wire/api.ts';
import { arrivalOf, type Arrival, type ModelDoubt, type Way } from '../../../core/wire/arrival.ts';
import { sentenceText } from '../../sentence-text.ts';
import type { Measured } from '../wire/wired.ts';
import type { Routed } from './routed.ts';

/** What the catalogue says against the capabilities by which something of a message is sent; null where it says nothing. */
export async function doubtOf({ verdict, attachments }: Routed, service: LlmServiceConfig | null): Promise<ModelDoubt | null> {
  const inUse = [...(verdict.granted === null ? [] : [verdict.granted]), ...attachments.filter(({ outcome }) => outcome === 'included').map(({ capability }) => capability)];
  if (service?.model === undefined || inUse.length === 0) return null;
  return modelDoubt(service.model, inUse, await loadCatalogue());
}

/** What the model receives in the end of what was routed and written. */
export function arrivalOfRouted(routed: Routed, wired: Measured | null, doubt: ModelDoubt | null): Arrival {
  return arrivalOf({ route: wayOf(routed), verdicts: wired?.verdicts ?? null, limits: wired?.limits ?? [], size: routed.size, doubt });
}

function wayOf({ verdict: { outcome }, attachments }: Routed): Way['route'] {
  switch (outcome) {
    case 'text':
    case 'image_url':
    case 'file':
      return 'content';
    case 'message': {
      const included = attachments.filter((attachment) => attachment.outcome === 'included').length;
      return included === attachments.length ? 'content' : included === 0 ? 'none' : 'some';
    }
    default:
      return outcome;
  }
}

/** What decided an arrival, as a sentence; null when the capabilities did. A limit is that of an API, which its sentence does not name. */
export function arrivalReason({ cause }: Arrival, wired: Measured | null): string | null {
  if (!cause) return null;
  const text = sentenceText(cause.sentence);
  return cause.by === 'limit' && wired ? vscode.l10n.t('{0}: {1}', API_NAMES[wired.choice.api], text) : text;
}
