import { decodeAnyBase64 } from '../io/base64.ts';
import { CodedError } from '../io/errors.ts';
import { charactersOf } from './base64-evidence.ts';
import { BytesLiteral } from './bytes-literal.ts';
import type { TranscriptForm } from './finding.ts';

const DATA_URL = /^data:[^,]*,/i;

/**
 * The bytes of a finding. Base64 that was cut off gives what is whole of it.
 * @param text exactly as it stands in the transcript
 * @throws CodedError `base64_invalid` when it is not what it was
 */
export function decodeFinding(form: TranscriptForm, text: string): Uint8Array {
  switch (form) {
    case 'base64': {
      const characters = charactersOf(text.replace(DATA_URL, ''));
      return decodeAnyBase64(characters.length % 4 === 1 ? characters.slice(0, -1) : characters);
    }
    case 'byte_list': {
      const numbers = text.match(/\d+/g)?.map(Number) ?? [];
      if (numbers.some((number) => number > 255)) throw new CodedError('base64_invalid');
      return Uint8Array.from(numbers);
    }
    case 'bytes_literal':
      return decodeLiteral(text);
  }
}

function decodeLiteral(text: string): Uint8Array {
  const literal = new BytesLiteral(text.length);
  literal.begin(0, false);
  for (let at = 2; at < text.length; at++) {
    const step = literal.read(text.charCodeAt(at));
    if (step === 'complete' && at === text.length - 1) return literal.head.slice(0, literal.count);
    if (step !== 'more') break;
  }
  throw new CodedError('base64_invalid');
}
