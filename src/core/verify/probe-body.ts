import type { Sentence } from '../io/sentence.ts';
import type { ContentPart } from '../routing/content-parts.ts';
import type { CanonicalMessage } from '../wire/conversation.ts';
import type { SendableApi } from '../wire/endpoint.ts';
import { ruleSentence } from '../wire/rule-sentence.ts';
import { toWire } from '../wire/to-wire.ts';
import { limited, withSchema, withTools } from './body-fields.ts';
import type { Probe } from './probe.ts';
import { redPicture, silence, wordPage } from './samples.ts';

/** The medium that is put into the answer of a tool. */
export type ToolMedium = 'picture' | 'page';

/** A request's body, or why the API has no way to ask. */
export type ProbeBody =
  { readonly ok: true; readonly body: Readonly<Record<string, unknown>> } | { readonly ok: false; readonly because: Sentence };

/** The id of a call nobody made. Mistral takes none but nine letters and digits: https://docs.mistral.ai/capabilities/function_calling (2026-11) */
const CALL_ID = 'verify001';

const say = (text: string): ContentPart => ({ type: 'text', text });

/** What is said to the model. The questions have one-word answers, which show whether the model really saw what was sent (`showsSample`). */
function messagesFor(probe: Probe, medium: ToolMedium): readonly CanonicalMessage[] {
  switch (probe) {
    case 'text':
    case 'structured_output':
      // nothing of JSON: only a server that knows the schema answers in it
      return [{ role: 'user', content: 'Reply with the word "ok".' }];
    case 'vision':
      return [{ role: 'user', content: [say('Which colour is this? Reply with one word.'), redPicture()] }];
    case 'audio':
      return [{ role: 'user', content: [say('What do you hear? Reply with one word.'), silence()] }];
    case 'file':
      return [{ role: 'user', content: [say('Which word is on the page? Reply with that word.'), wordPage()] }];
    case 'tool_calling':
      return [{ role: 'user', content: 'Call the tool "note" with the word "ok".' }];
    case 'tool_result_media':
      return [
        {
          role: 'user',
          content:
            medium === 'picture'
              ? 'Take a note. Which colour does the tool show? Reply with one word.'
              : 'Take a note. Which word does the tool show? Reply with that word.',
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: CALL_ID, type: 'function', function: { name: 'note', arguments: '{"word":"ok"}' } }],
        },
        { role: 'tool', tool_call_id: CALL_ID, content: [say('Here it is:'), medium === 'picture' ? redPicture() : wordPage()] },
      ];
  }
}

/** The body of the request for a probe: what the wire layer writes, a limit of the answer, and a tool or a schema where the probe is about one. */
export function probeBody(probe: Probe, api: SendableApi, model: string, medium: ToolMedium = 'picture'): ProbeBody {
  const { body, verdicts } = toWire(messagesFor(probe, medium), api, { model, mediaInToolResults: true });
  const verdict = verdicts.at(-1);
  const hasNoPlace =
    verdict?.outcome === 'dropped' || verdict?.outcome === 'rejected' || (probe === 'tool_result_media' && verdict?.outcome === 'rehomed');
  if (verdict && hasNoPlace) return { ok: false, because: ruleSentence(verdict) };
  switch (probe) {
    case 'tool_calling':
      return { ok: true, body: limited(withTools(body, api), api, 'long') };
    case 'tool_result_media':
      // Anthropic takes no answer of a tool without the tool.
      return { ok: true, body: limited(withTools(body, api), api, 'long') };
    case 'structured_output':
      return { ok: true, body: limited(withSchema(body, api), api, 'long') };
    case 'text':
      return { ok: true, body: limited(body, api, 'short') };
    case 'vision':
    case 'audio':
    case 'file':
      return { ok: true, body: limited(body, api, 'long') };
  }
}
