import * as vscode from 'vscode';
import type { ServiceProblem } from '../../core/services/problems.ts';
import { syntaxSentence } from '../../core/services/syntax-errors.ts';
import { WIRE_APIS } from '../../core/services/wire-api.ts';
import { sentenceText } from '../sentence-text.ts';

/** The sentence of a problem in the language of the screen: the one place where a code becomes words. */
export function problemMessage({ code, params }: ServiceProblem): string {
  const at = (name: string): string => String(params[name] ?? '');
  switch (code) {
    case 'syntax_error':
      return sentenceText({ text: syntaxSentence(params['error']), args: [] });
    case 'duplicate_key':
      return vscode.l10n.t('"{0}" occurs twice in this object; the last one counts.', at('key'));
    case 'too_large':
      return vscode.l10n.t('The file is too large to be a list of model services (limit: {0} bytes).', at('limit'));
    case 'too_many_services':
      return vscode.l10n.t('There are too many services (limit: {0}).', at('limit'));
    case 'too_deep':
      return vscode.l10n.t('Nested too deeply (limit: {0} levels).', at('limit'));
    case 'not_utf8':
      return vscode.l10n.t('The file is not UTF-8 text.');
    case 'file_unreadable':
      return vscode.l10n.t('The file could not be read ({0}).', at('error'));
    case 'file_gone':
      return vscode.l10n.t('There is no such file any more; until there is one, the services read before stay in force.');
    case 'root_not_object':
      return vscode.l10n.t('The file must be an object with a "services" list, not a value of type {0}.', at('actual'));
    case 'services_missing':
      return vscode.l10n.t('The "services" list is missing.');
    case 'services_not_array':
      return vscode.l10n.t('"services" must be a list, not a value of type {0}.', at('actual'));
    case 'unknown_property':
      return withSuggestion(vscode.l10n.t('Unknown property "{0}"; it has no effect.', at('name')), params['suggestion']);
    case 'wrong_type':
      return vscode.l10n.t('"{0}" must be of type {1}, not {2}; it is ignored.', at('field'), at('expected'), at('actual'));
    case 'name_empty':
      return vscode.l10n.t('The "name" is empty; the id stands in its place.');
    case 'max_tokens_invalid':
      return vscode.l10n.t('"maxTokens" must be a positive whole number; it is ignored.');
    case 'base_url_invalid':
      return vscode.l10n.t('"baseURL" should begin with http:// or https://.');
    case 'api_unknown':
      return withSuggestion(
        vscode.l10n.t('"api" names no API that is known; it is ignored. Known: {0}.', WIRE_APIS.join(', ')),
        params['suggestion'],
      );
    case 'field_misspelt':
      return withSuggestion(vscode.l10n.t('"{0}" is not a known field of a service.', at('name')), params['suggestion']);
    case 'service_not_object':
    case 'id_missing':
    case 'id_empty':
    case 'id_not_string':
    case 'id_duplicate':
      return `${leftOutReason(code, at)} ${vscode.l10n.t('The service is left out.')}`;
    case 'capabilities_not_object':
    case 'capabilities_without_lists':
    case 'capability_list_not_array':
    case 'capability_not_string':
    case 'capability_empty':
      return `${textOnlyReason(code, at)} ${vscode.l10n.t('The service counts as text only.')}`;
    case 'capabilities_unknown_key':
      return withSuggestion(vscode.l10n.t('Unknown property "{0}"; only "input" and "output" count.', at('name')), params['suggestion']);
    case 'capability_wrong_direction':
      return at('list') === 'input'
        ? vscode.l10n.t('"{0}" is an output capability and has no effect in "input".', at('capability'))
        : vscode.l10n.t('"{0}" is an input capability and has no effect in "output".', at('capability'));
    case 'capability_duplicate':
      return vscode.l10n.t('"{0}" is listed twice in "{1}".', at('capability'), at('list'));
    case 'capability_misspelt':
      return withSuggestion(vscode.l10n.t('"{0}" is not a standard capability.', at('capability')), params['suggestion']);
    case 'text_input_missing':
      return vscode.l10n.t('"text" is not among the inputs; every model is sent text all the same.');
    case 'tag_without_capability':
      return vscode.l10n.t(
        'The tag "{0}" suggests "{1}", but "{2}" does not list it. The routing goes by "capabilities", not by tags.',
        at('tag'),
        at('capability'),
        at('list'),
      );
    case 'tag_denies_capability':
      return vscode.l10n.t(
        'The tag "{0}" denies "{1}", but "{2}" lists it. The routing goes by "capabilities", not by tags.',
        at('tag'),
        at('capability'),
        at('list'),
      );
    case 'service_unused':
      return vscode.l10n.t('No role uses this service.');
    case 'role_service_missing':
      return vscode.l10n.t('No service that counts has the id "{0}"; roles that name it: {1}.', at('id'), at('roles'));
    case 'capability_contradicted':
      return vscode.l10n.t('The model {0} is known not to have "{1}" ({2}).', at('model'), at('capability'), at('source'));
    case 'capability_undeclared':
      return vscode.l10n.t('The model {0} is known for more than is declared: {1} ({2}).', at('model'), at('capabilities'), at('source'));
    case 'api_key_tracked':
      return vscode.l10n.t('This looks like a real API key, in a file that git tracks.');
    case 'api_key_maybe_tracked':
      return vscode.l10n.t('This looks like a real API key, in a file that git may track.');
    case 'local_differs':
      return vscode.l10n.t('llmservices.local.json, which is in force, says something else of this service: {0}.', at('fields'));
    case 'local_lacks_service':
      return vscode.l10n.t('llmservices.local.json, which is in force, does not have this service.');
  }
}

type LeftOutCode = 'service_not_object' | 'id_missing' | 'id_empty' | 'id_not_string' | 'id_duplicate';

function leftOutReason(code: LeftOutCode, at: (name: string) => string): string {
  switch (code) {
    case 'service_not_object':
      return vscode.l10n.t('A service must be an object, not a value of type {0}.', at('actual'));
    case 'id_missing':
      return vscode.l10n.t('The "id" is missing.');
    case 'id_empty':
      return vscode.l10n.t('The "id" is empty.');
    case 'id_not_string':
      return vscode.l10n.t('The "id" must be a string, not a value of type {0}.', at('actual'));
    case 'id_duplicate':
      return vscode.l10n.t('The id "{0}" is already used by service number {1}.', at('id'), at('first'));
  }
}

type TextOnlyCode =
  'capabilities_not_object' | 'capabilities_without_lists' | 'capability_list_not_array' | 'capability_not_string' | 'capability_empty';

function textOnlyReason(code: TextOnlyCode, at: (name: string) => string): string {
  switch (code) {
    case 'capabilities_not_object':
      return vscode.l10n.t('"capabilities" must be an object, not a value of type {0}.', at('actual'));
    case 'capabilities_without_lists':
      return vscode.l10n.t('"capabilities" has neither an "input" nor an "output" list.');
    case 'capability_list_not_array':
      return vscode.l10n.t('"{0}" must be a list, not a value of type {1}.', at('list'), at('actual'));
    case 'capability_not_string':
      return vscode.l10n.t('A capability in "{0}" must be a string, not a value of type {1}.', at('list'), at('actual'));
    case 'capability_empty':
      return vscode.l10n.t('A capability in "{0}" is empty.', at('list'));
  }
}

function withSuggestion(sentence: string, suggestion: string | number | undefined): string {
  return suggestion === undefined ? sentence : vscode.l10n.t('{0} Did you mean "{1}"?', sentence, suggestion);
}
