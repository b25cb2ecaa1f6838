import { z } from 'zod'
import { numericIdInput } from '#shared/id-schemas.ts'
import { wireAddress } from '#modules/platform/addresses/contract.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import {
  definitionOf,
  type FieldName,
  fieldNames,
  type FieldsAt,
  type FieldsWith,
  type NameAt,
  type ValueOf,
} from './rules/donor-fields.ts'
import type { Definition, FieldPart, Place, Text } from './rules/field-definition.ts'
import { normalizeLine, normalizeLines } from './rules/free-text.ts'

const text = (max: number) => z.string().trim().max(max)

/** Text that is shown in public or in an organizer's list. */
export const lineText = (max: number) => text(max).overwrite(normalizeLine)

/** One entry per line, without blank lines. */
const list = (max: number) => text(max).overwrite((typed) => normalizeLines(typed).join('\n'))

function textOf({ max, isLine, isList }: Text) {
  if (isList) return list(max)
  return isLine ? lineText(max) : text(max)
}

type Schema<N extends FieldName> =
  ValueOf<N> extends boolean
    ? z.ZodDefault<z.ZodBoolean>
    : ValueOf<N> extends number
      ? z.ZodDefault<z.ZodNumber>
      : z.ZodOptional<
          ValueOf<N> extends PostalAddress
            ? typeof wireAddress
            : N extends 'levelId'
              ? z.ZodType<string, string | number>
              : string extends ValueOf<N>
                ? z.ZodString
                : z.ZodType<ValueOf<N>, ValueOf<N>>
        >

type Shape<P extends Place> = {
  [N in Exclude<FieldsAt<P>, FieldsWith<{ readonly kind: 'amount' }>> as NameAt<N, P>]: Schema<N>
}

/** A number in S1's payloads, a string of digits everywhere else. */
const id = numericIdInput

function partOf(part: FieldPart): z.ZodType {
  if (part.kind === 'flag') return z.boolean().default(false)
  const schema = part.kind === 'choice' ? z.enum(part.options) : textOf(part)
  return part.isRequired ? schema : schema.optional()
}

/** Null for amounts: each contract defines their schema, because the unit depends on the call. */
function schemaOf(field: Definition): z.ZodType | null {
  switch (field.kind) {
    case 'flag':
      return z.boolean().default(false)
    case 'count':
      return z.number().int().default(1)
    case 'id':
      return id.optional()
    case 'text':
      return textOf(field).optional()
    case 'address':
      return wireAddress.optional()
    case 'choice':
      return z.enum(field.options).optional()
    case 'group':
      return z
        .object(Object.fromEntries(Object.entries(field.parts).map(([name, part]) => [name, partOf(part)])))
        .optional()
    case 'amount':
      return null
  }
}

/** The schema of a call's donor fields, under its own names; spread into its input. */
export const shapeOf = <P extends Place>(place: P): Shape<P> =>
  Object.fromEntries(
    fieldNames.flatMap((name) => {
      const field = definitionOf(name)
      const [wire, schema] = [field.wire[place], schemaOf(field)]
      return wire === undefined || wire.includes('.') || schema === null ? [] : [[wire, schema]]
    }),
  ) as Shape<P>
