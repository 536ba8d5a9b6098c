import type * as z from 'zod/mini';

/** A message, or why it is not one (paths and rules only, never its content). */
export type Parsed<T> = { readonly ok: true; readonly message: T } | { readonly ok: false; readonly reason: string };

/** Checks a message that arrived from the other side; nothing about it may be trusted before. */
export function parseMessage<T>(schema: z.ZodMiniType<T>, data: unknown): Parsed<T> {
  const result = schema.safeParse(data);
  if (result.success) return { ok: true, message: result.data };
  const reason = result.error.issues.map((issue) => `${issue.path.join('.') || '(message)'}: ${issue.code}`).join('; ');
  return { ok: false, reason };
}
