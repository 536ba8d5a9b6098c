import { isRecord } from '../../io/own.ts';
import { Fields, saidByFlag, saidByWords } from './carry.ts';
import type { Report } from './exchange.ts';
import type { ServiceDraft } from './service-draft.ts';

/**
 * The list of models of OpenRouter: the answer of `GET /api/v1/models`, kept in a file. `data` of `{id, name, description,
 * context_length, architecture: {input_modalities, output_modalities, …}, top_provider: {max_completion_tokens, …},
 * supported_parameters, pricing, …}`.
 *
 * - `id` is the name used in requests. Modalities: text, image, file, audio, video; of the output text, image, audio, embeddings.
 * - `supported_parameters` has `tools` for tool calling and `structured_outputs` for answers by a JSON schema.
 *
 * Source: openrouter.ai/docs/models, "Models API Standard" (October 2026). It is only read: nobody reads such a list from a file.
 */

const BASE_URL = 'https://openrouter.ai/api/v1';
const INPUT = { vision: 'image', audio: 'audio', video: 'video', file: 'file' } as const;
const OUTPUT = { audio: 'audio', video: 'video' } as const;
const PARAMETERS = { tools: 'tool_calling', structured_outputs: 'structured_output' } as const;
/** Metadata of the list that says nothing about a service. */
const LISTING = ['canonical_slug', 'hugging_face_id', 'created', 'links', 'benchmarks'] as const;

export function importOpenRouter(value: Readonly<Record<string, unknown>>, report: Report): ServiceDraft[] {
  const file = new Fields(value, [], report);
  const entries = file.list('data');
  file.reportRest();
  return entries.flatMap((entry, index) => {
    const path = ['data', index];
    if (isRecord(entry)) return importModel(new Fields(entry, path, report), report);
    report('entry_unusable', path);
    return [];
  });
}

function importModel(model: Fields, report: Report): ServiceDraft[] {
  const { path } = model;
  const id = model.string('id');
  const architecture = model.object('architecture');
  const output = architecture.strings('output_modalities');
  if (id === undefined || (output !== undefined && !output.includes('text'))) {
    report(id === undefined ? 'model_missing' : 'not_a_chat_model', path);
    return [];
  }
  const input = architecture.strings('input_modalities');
  const parameters = model.strings('supported_parameters');
  const top = model.object('top_provider');
  const draft = {
    id,
    model: id,
    path,
    name: model.string('name'),
    baseURL: BASE_URL,
    says: [
      ...(input ? saidByWords('input', input, INPUT, [...architecture.path, 'input_modalities'], report) : []),
      ...(output ? saidByWords('output', output, OUTPUT, [...architecture.path, 'output_modalities'], report) : []),
      ...Object.entries(PARAMETERS).flatMap(([parameter, capability]) => saidByFlag('output', capability, parameters?.includes(parameter))),
    ],
    description: model.string('description'),
    maxTokens: top.count('max_completion_tokens'),
  };
  model.ignore(...LISTING);
  architecture.ignore('modality', 'tokenizer', 'instruct_type');
  for (const fields of [top, architecture, model]) fields.reportRest();
  return [draft];
}
