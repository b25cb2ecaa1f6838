import { z } from 'zod'
import { richNode } from '#modules/causes/campaigns/contract.ts'
import { problemClasses } from '#shared/problem.ts'
import type { RichTag } from '#shared/rich-text.ts'

export type Json = Record<string, unknown>
type Side = 'input' | 'output'

const prefix = '#/components/schemas/'
const refTo = (name: string): Json => ({ $ref: `${prefix}${name}` })

/**
 * Collects named schemas (`.meta({ id })` in a contract) while the document is generated; other schemas stay inline.
 */
export class ComponentSchemas {
  readonly #named: Record<Side, Map<string, string>> = { input: new Map(), output: new Map() }

  /**
   * Returns a call's input or output as JSON Schema, as it is on the wire. Its references are final after `resolve`.
   */
  schemaOf(schema: z.ZodType, io: Side): Json {
    const {
      $schema: _,
      $defs = {},
      ...json
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify }) as Json
    for (const [id, definition] of Object.entries($defs as Record<string, Json>))
      this.#named[io].set(id, mark(definition, io))
    return JSON.parse(mark(json, io)) as Json
  }

  /** Resolves a reference that `schemaOf` returned; returns any other schema unchanged. */
  lookUp(schema: Json, io: Side): Json {
    const id = typeof schema.$ref === 'string' ? schema.$ref.slice(`${prefix}${io}:`.length) : undefined
    const definition = id === undefined ? undefined : this.#named[io].get(id)
    return definition === undefined ? schema : (JSON.parse(definition) as Json)
  }

  /**
   * Adds the components to the document. A schema whose input differs from its output gets a second component with the
   * suffix `Input`.
   */
  resolve(document: Json): Json {
    const schemas: Json = { ...ownSchemas }
    for (const io of ['output', 'input'] as const)
      for (const [id, definition] of this.#named[io])
        schemas[this.#nameOf(id, io)] = this.#resolved(JSON.parse(definition) as Json)
    const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    return { ...this.#resolved(document), components: { ...(document.components as Json), schemas: sorted } }
  }

  #resolved(json: Json): Json {
    return JSON.parse(
      JSON.stringify(json).replace(marker, (_, io: Side, id: string) => `"$ref":"${prefix}${this.#nameOf(id, io)}"`),
    ) as Json
  }

  #nameOf(id: string, io: Side): string {
    return io === 'input' && this.#isSentDifferently(id) ? `${id}Input` : id
  }

  #isSentDifferently(id: string): boolean {
    const sent = this.#named.input.get(id)
    const answered = this.#named.output.get(id)
    if (sent === undefined || answered === undefined) return false
    return (
      unmark(sent) !== unmark(answered) ||
      [...sent.matchAll(marker)].some(([, , inner = '']) => this.#isSentDifferently(inner))
    )
  }
}

/** References contain their side until both sides can be compared. */
const marker = /"\$ref":"#\/components\/schemas\/(input|output):([^"]+)"/g
const mark = (json: Json, io: Side): string =>
  JSON.stringify(json).replaceAll('"$ref":"#/$defs/', `"$ref":"${prefix}${io}:`)
const unmark = (text: string): string => text.replace(marker, (_, _io, id: string) => id)

/** Writes dates and bigints as they are on the wire; removes what a format implies, and the bounds of safe integers. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Json }): void {
  if (zodSchema === richNode) Object.assign(jsonSchema, refTo('RichNode'))
  if (zodSchema instanceof z.ZodDate) jsonSchema.type = 'string'
  if (zodSchema instanceof z.ZodBigInt) jsonSchema.type = 'integer'
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

const text = { type: 'string' }
const fields = {
  type: 'object',
  additionalProperties: text,
  description: 'Path of each invalid input field, with a sentence that says what is wrong.',
}
const richTags: readonly RichTag[] = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote']
const children = { type: 'array', items: refTo('RichNode') }
const node = (properties: Json, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})
const problemClass = { enum: Object.keys(problemClasses) }

const ownSchemas: Json = {
  RichNode: {
    description:
      'A text, an element, a link, a picture or a video. It is rendered element by element; nothing in it is markup.',
    anyOf: [
      text,
      node({ tag: { enum: richTags }, children }),
      node({ tag: { const: 'a' }, href: text, children }),
      node({ tag: { const: 'img' }, src: text, alt: text }),
      node({ tag: { const: 'video' }, provider: { enum: ['youtube', 'vimeo'] }, id: text, hash: text }, ['hash']),
    ],
  },
  Problem: {
    description: 'A refusal of a `/v4` call (RFC 9457). `code` is stable; `message` is in the language of the caller.',
    type: 'object',
    properties: {
      type: text,
      title: text,
      status: { type: 'integer' },
      detail: text,
      class: problemClass,
      code: text,
      message: text,
      fields,
      requestId: text,
    },
    required: ['type', 'title', 'status', 'detail', 'class', 'code', 'message', 'fields', 'requestId'],
  },
  Refusal: {
    description:
      'A refusal of an `/api` or `/v3` call, in their envelope. `result.code` is stable; `message` is in the language of the caller.',
    type: 'object',
    properties: {
      success: { const: false },
      message: text,
      result: { type: 'object', properties: { code: text, class: problemClass, fields }, required: ['code', 'class'] },
    },
    required: ['success', 'message', 'result'],
  },
}
