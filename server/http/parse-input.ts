import type { z } from 'zod'
import { cardNumberPaths } from '#shared/input/card-number.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { faultOfIssue } from '#shared/input/fault-of-issue.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { invisibleNamePaths, isStorableText, textPaths } from '#shared/input/text-paths.ts'
import type { App } from '../app.ts'

/**
 * Parses a call's input with its contract. Throws `not-found` if a parameter of the path is malformed, because such a
 * path names nothing (contract-13), and otherwise a `validation` problem that names each invalid field.
 */
export function parseInput(
  app: App,
  { call, schema }: { readonly call: string; readonly schema: z.ZodType },
  input: unknown,
  context: RequestContext,
): unknown {
  const parsed = schema.safeParse(input)
  if (parsed.success) {
    rejectUnstorable(parsed.data)
    // Checks the raw input, because some contracts normalize such a name to an empty text.
    rejectFields(invisibleNamePaths(input), 'name-invisible')
    rejectCardNumbers(app, parsed.data, context)
    return parsed.data
  }
  const pathParameters = call.split(/[ /]/)
  if (parsed.error.issues.some(({ path: [name] }) => pathParameters.includes(`:${String(name)}`)))
    throw new Problem('not-found', 'not-found')
  const fields: Record<string, Fault> = {}
  for (const issue of parsed.error.issues)
    fields[issue.path.join('.') || 'body'] ??= faultOfIssue(issue, valueAt(input, issue.path))
  throw new Problem('validation', 'invalid-input', { fields })
}

/** Returns what was sent at a path; undefined if nothing was. */
const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    input,
  )

/** Refuses text that PostgreSQL can't store, and names its field, before anything is done. */
function rejectUnstorable(input: unknown): void {
  rejectFields(
    textPaths(input, (text) => !isStorableText(text)),
    'invalid-input',
  )
}

function rejectFields(paths: readonly string[], code: string): void {
  if (paths.length > 0)
    throw new Problem('validation', 'invalid-input', {
      fields: Object.fromEntries(paths.map((path) => [path, { code }])),
    })
}

/**
 * Refuses a card number in any field, so that none is stored or logged (payments-19), and logs for the operator that it
 * happened.
 */
function rejectCardNumbers(app: App, input: unknown, { requestId }: RequestContext): void {
  const paths = cardNumberPaths(input)
  if (paths.length === 0) return
  app.log.warn({ requestId, paths }, 'a card number in a text field was refused')
  throw new Problem('validation', 'card-number-in-text', {
    fields: Object.fromEntries(paths.map((path) => [path, { code: 'card-number-in-text' }])),
  })
}
