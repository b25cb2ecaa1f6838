import {
  type AddressDraft,
  type AddressField,
  type PostalAddress,
  shippingToSend,
  stripAddress,
} from '#modules/platform/addresses/rules/address.ts'
import { fieldOfWire, fromWire, toWire, wireNames } from '#modules/platform/addresses/rules/wire.ts'
import { normalizePhone } from '#shared/input/digits.ts'
import type { DonorQuestions } from '#modules/causes/campaigns/rules/level.ts'
import type { Fault } from '#shared/problem.ts'
import { tidyEmail } from '#modules/platform/identity/rules/email.ts'
import {
  definitionOf,
  type FieldName,
  fieldNames,
  type FieldsAt,
  type FieldsWith,
  type NameAt,
  type StoredFieldName,
  storedFieldNames,
  type StoredFields,
  type ValueOf,
} from './donor-fields.ts'
import type { Definition, FieldPart, Place } from './field-definition.ts'

type Values = Readonly<Record<string, unknown>>
export type Group = Readonly<Record<string, string | boolean | undefined>>
type Amounts = FieldsWith<{ readonly kind: 'amount' }>

/** A field's value as the rules see it. Flags and counts are required, others can be absent. */
type EnteredValue<N extends FieldName> =
  ValueOf<N> extends boolean | number
    ? ValueOf<N>
    : ValueOf<N> extends PostalAddress
      ? AddressDraft | undefined
      : ValueOf<N> | undefined
/** The fields of one call under our names. */
export type EnteredFieldsAt<P extends Place> = { readonly [N in Exclude<FieldsAt<P>, Amounts>]: EnteredValue<N> }
/** Any fields under our names. */
export type EnteredFields = { readonly [N in Exclude<FieldName, Amounts>]?: EnteredValue<N> | null }

type WireValue<N extends FieldName> = ValueOf<N> extends PostalAddress ? ReturnType<typeof toWire> : ValueOf<N>
/** The fields of one call under its wire names. */
export type PayloadAt<P extends Place> = {
  [N in Exclude<FieldsAt<P>, Amounts | Optional> as NameAt<N, P>]: WireValue<N>
} & {
  [N in Exclude<FieldsAt<P>, Amounts> & Optional as NameAt<N, P>]?: WireValue<N> | undefined
}
/** Fields that can be absent. */
type Optional = Exclude<FieldName, FieldsWith<{ readonly kind: 'flag' | 'count' }>>

const fieldsAt = (place: Place) =>
  fieldNames.flatMap((name) => {
    const field = definitionOf(name)
    const wire = field.wire[place]
    return wire === undefined || wire.includes('.') || field.kind === 'amount' ? [] : [{ name, field, wire }]
  })

/** Reads a payload's donor fields under our names. */
export const fromPayload = <P extends Place>(place: P, payload: object): EnteredFieldsAt<P> =>
  Object.fromEntries(
    fieldsAt(place).map(({ name, field, wire }) => {
      const value = (payload as Values)[wire] ?? undefined
      return [name, field.kind === 'address' ? fromWire(value as Parameters<typeof fromWire>[0]) : value]
    }),
  ) as EnteredFieldsAt<P>

/** Writes fields under a call's wire names: flags and counts always, others only if present. */
export const toPayload = <P extends Place>(place: P, values: object): PayloadAt<P> =>
  Object.fromEntries(
    fieldsAt(place).flatMap(({ name, field, wire }) => {
      const value = tidy(field, (values as Values)[name])
      if (value === null || value === undefined) return []
      return [[wire, field.kind === 'address' ? toWire(value as AddressDraft) : value]]
    }),
  ) as PayloadAt<P>

/** Replaces an empty value by null, and so a group without its required part. */
function tidy(field: Definition, value: unknown): unknown {
  if (field.kind === 'choice') return value === field.usual || value === '' ? null : value
  if (typeof value === 'string') return value.trim() || null
  if (field.kind === 'address') return value && Object.keys(stripAddress(value)).length > 0 ? value : null
  if (field.kind !== 'group') return value
  return value ? normalizeGroup(field.parts, value as Group) : null
}

/** Trims the texts of a group and removes empty parts; null if no text is left. */
export function normalizeGroup(parts: Readonly<Record<string, FieldPart>>, group: Group): Group | null {
  const texts = Object.entries(parts).flatMap(([name, part]): [string, string | boolean][] => {
    const value = group[name]
    if (part.kind === 'flag') return [[name, value === true]]
    const text = typeof value === 'string' ? value.trim() : ''
    if (text === '') return []
    return [[name, part.kind === 'text' && part.check === 'phone' ? normalizePhone(text) : text]]
  })
  return texts.some(([name]) => parts[name]?.kind === 'text') ? Object.fromEntries(texts) : null
}

const emptyOf = ({ kind }: Definition) => {
  if (kind === 'flag') return false
  return kind === 'count' ? 1 : null
}
/** The fields of a donation for which nothing was entered. */
export const emptyFields = Object.fromEntries(
  storedFieldNames.map((name) => [name, emptyOf(definitionOf(name))]),
) as StoredFields

/** Returns the address to store; null without a country (S2 §5). */
export const storedAddress = (address: AddressDraft | null | undefined): PostalAddress | null => {
  const addressDraft = stripAddress(address ?? {})
  return addressDraft.country
    ? ({
        ...addressDraft,
        line1: addressDraft.line1 ?? '',
        city: addressDraft.city ?? '',
        country: addressDraft.country,
      } as PostalAddress)
    : null
}

const isFieldRequested = ({ levelAsks }: Definition, asks: DonorQuestions): boolean =>
  levelAsks === undefined || asks[levelAsks]

/**
 * Returns a fault for a note or an email that the chosen level doesn't ask for (content-9): dropping what a donor wrote
 * would lose it silently.
 */
export const checkUnaskedFields = (fields: object, asks: DonorQuestions): Partial<Record<FieldName, Fault>> =>
  Object.fromEntries(
    fieldNames.flatMap((name) => {
      const field = definitionOf(name)
      const isAnswer = field.levelAsks === 'note' || field.levelAsks === 'email'
      const hasValue = isAnswer && Boolean(tidy(field, (fields as Values)[name]))
      return hasValue && !isFieldRequested(field, asks) ? [[name, { code: 'level-field-not-asked' }]] : []
    }),
  )

/** Converts entered fields to stored ones and drops those that the level doesn't ask for. */
export const toStored = (fields: EnteredFields, asks: DonorQuestions): StoredFields =>
  Object.fromEntries(
    storedFieldNames.map((name) => {
      const field = definitionOf(name)
      const value = (fields as Values)[name]
      if (!isFieldRequested(field, asks)) return [name, emptyOf(field)]
      if (field.kind === 'address')
        return [
          name,
          storedAddress(field.needsStreet ? shippingToSend((value as AddressDraft) ?? {}) : (value as AddressDraft)),
        ]
      if (field.kind === 'text' && field.check === 'email') return [name, tidyEmail((value as string) ?? '') || null]
      return [name, tidy(field, value) ?? emptyOf(field)]
    }),
  ) as StoredFields

/** Empties the fields that identify the donor. */
export const withoutPersonal = <Fields extends object>(fields: Fields): Fields =>
  ({
    ...fields,
    ...Object.fromEntries(
      storedFieldNames
        .filter((name) => definitionOf(name).isPersonal && name in fields)
        .map((name) => [name, emptyFields[name]]),
    ),
  }) as Fields

/** Converts fields to columns of `giving.donation`. Older orders lack newer fields, which are then empty. */
export const toColumns = (fields: StoredFields): Values =>
  Object.fromEntries(storedFieldNames.map((name) => [definitionOf(name).column, fields[name] ?? emptyFields[name]]))

/** Picks the stored fields of a call. */
export const pickStoredFields = <P extends Place>(
  place: P,
  fields: StoredFields,
): Pick<StoredFields, FieldsAt<P> & StoredFieldName> =>
  Object.fromEntries(
    fieldsAt(place).flatMap(({ name }) => (name in emptyFields ? [[name, fields[name as StoredFieldName]]] : [])),
  ) as Pick<StoredFields, FieldsAt<P> & StoredFieldName>

/** Picks the fields of an object that a donation stores. */
export const storedOf = <Of extends object>(input: Of): Pick<Of, keyof Of & StoredFieldName> =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name in emptyFields)) as Pick<
    Of,
    keyof Of & StoredFieldName
  >

const isFirstDonationOnly = (name: string): boolean =>
  fieldNames.includes(name as FieldName) && definitionOf(name as FieldName).isOnce === true

/** Returns whether the input has fields that only a plan's first donation uses. */
export const hasFirstDonationFields = (input: object): boolean =>
  Object.entries(input).some(([name, value]) => value && isFirstDonationOnly(name))

/** Removes the fields that only a plan's first donation uses. */
export const withoutFirstDonationFields = <Of extends object>(input: Of): Of =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !isFirstDonationOnly(name))) as Of

/** Maps a rule's `taxAddress.city` to a call's `taxAddress.City`; undefined if the call doesn't have it. */
export function toWirePath(place: Place, path: string): string | undefined {
  const [name, part] = path.split('.') as [FieldName, string?]
  const field = fieldNames.includes(name) ? definitionOf(name) : undefined
  const wire = field?.wire[place]
  if (wire === undefined || part === undefined) return wire
  return `${wire}.${field?.kind === 'address' ? (wireNames[part as AddressField] ?? part) : part}`
}

/** Maps a rule's `taxAddress.city` to the id of its control. */
export const controlOfRule = (path: string): string =>
  fieldNames.includes(path as FieldName) ? (definitionOf(path as FieldName).controlId ?? path) : path.replace('.', '-')

/** Maps a call's `taxAddress.City` to the id of its control; an unknown path is returned unchanged. */
export function controlOfWire(place: Place, wirePath: string): string {
  const [head, part] = wirePath.split('.')
  const fieldOfPath = (wire: string | undefined) => fieldNames.find((name) => definitionOf(name).wire[place] === wire)
  const whole = fieldOfPath(wirePath)
  if (whole) return controlOfRule(whole)
  const group = fieldOfPath(head)
  return group ? `${group}-${fieldOfWire(part) ?? part}` : wirePath
}
