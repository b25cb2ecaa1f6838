import { required } from '#shared/collections.ts'
import { type Locale, translate } from '#shared/text.ts'
import { catalogueOf } from '#shared/texts/catalogue.ts'
import type { Group } from './rules/donor-field-values.ts'
import { definitionOf, type FieldName, fieldNames } from './rules/donor-fields.ts'
import type { Definition, FieldPart, Reader } from './rules/field-definition.ts'

/** A field for display, in the reader's language. */
export type ShownField = { readonly label: string; readonly text: string }
/** A row with the columns of `shownColumns`. */
export type RowWithFields = { readonly [N in FieldName | 'qurbaniOrder']?: unknown }

const isRead = (reader: Reader, part: FieldPart): boolean => part.readers?.includes(reader) ?? false

/** A choice, text or group that a reader sees, with the visible parts of a group. */
type Readable = {
  readonly name: FieldName
  readonly field: Extract<Definition, { readonly kind: 'choice' | 'text' | 'group' }>
  readonly parts: readonly string[]
}

const shownTo = (reader: Reader): Readable[] =>
  fieldNames.flatMap((name): Readable[] => {
    const field = definitionOf(name)
    if (field.kind === 'choice' || field.kind === 'text')
      return field.readers?.includes(reader) ? [{ name, field, parts: [] }] : []
    if (field.kind !== 'group') return []
    const parts = Object.keys(field.parts).filter((part) => isRead(reader, required(field.parts[part])))
    return parts.length > 0 ? [{ name, field, parts }] : []
  })

type Sql = (field: { column: string; name: string }) => string

/** Readers of a qurbani order's item and quantity; organizers have separate columns for these. */
const orderReaders: readonly Reader[] = ['donor', 'receipt']

const isRequestedSql = (requestText: string, sql: Sql): string =>
  `to_jsonb(${sql({ column: 'level_requirements', name: 'requestedLevelFields' })}) @> '"${requestText}"'`

function orderSql(sql: Sql): string {
  const levelId = `(to_jsonb(${sql({ column: 'level_id', name: 'levelId' })}) #>> '{}')::bigint`
  const quantity = `to_jsonb(${sql({ column: 'quantity', name: 'quantity' })})`
  return `
    case
      when ${isRequestedSql('qurbani', sql)} then (
        select jsonb_build_object('title', item.title, 'quantity', ${quantity})
        from campaigns.level item
        where item.id = ${levelId}
      )
      end
  `
}

/**
 * Returns SQL for the fields that a reader sees, each with a leading comma; other fields never leave the database.
 * `sql` returns a field's SQL, from its column or from the JSON of an order's line.
 */
export const shownColumns = (reader: Reader, sql: Sql): string =>
  (orderReaders.includes(reader) ? `, ${orderSql(sql)} as "qurbaniOrder"` : '') +
  shownTo(reader)
    .map(({ name, field, parts }) => {
      const value = sql({ column: required(field.column), name })
      if (field.kind === 'text') return `, to_jsonb(${value}) as "${name}"`
      if (field.kind === 'choice') return `, ${choiceSql(field, value, sql)} as "${name}"`
      const isShown = [
        `jsonb_typeof(${value}) = 'object'`,
        ...(reader === 'public' && field.publicIf ? [`(${value}->>'${field.publicIf}')::boolean`] : []),
      ].join(' and ')
      const shown = parts.map((part) => `'${part}', ${value}->'${part}'`).join(', ')
      return `, case when ${isShown} then jsonb_build_object(${shown}) end as "${name}"`
    })
    .join('')

type Choice = Extract<Definition, { readonly kind: 'choice' }>

/** Returns a choice that the level asks for even if it has the default value, which is stored as null. */
function choiceSql({ levelAsks, usual }: Choice, value: string, sql: Sql): string {
  if (!levelAsks) return `to_jsonb(${value})`
  return `coalesce(nullif(to_jsonb(${value}), 'null'), case when ${isRequestedSql(levelAsks, sql)} then '"${usual}"'::jsonb end)`
}

/** Returns the SQL of `shownColumns` for the columns of `giving.donation d`. */
export const donationColumns = (reader: Reader): string => shownColumns(reader, ({ column }) => `d.${column}`)

/**
 * Returns the fields of a row with their labels; a choice begins the sentence, other texts follow on separate lines.
 */
export const shownFields = (reader: Reader, row: object, locale: Locale): ShownField[] => [
  ...shownOrder(reader, row, locale),
  ...fieldsShown(reader, row, locale),
]

function shownOrder(reader: Reader, row: object, locale: Locale): ShownField[] {
  const text = orderText(reader, row, locale)
  if (text === null) return []
  return [{ label: translate(catalogueOf('money/donation-fields', locale), locale, 'qurbaniOrder'), text }]
}

/** Returns the ordered Qurbani item with its quantity, such as "1 × A goat in Kenya"; null for other donations. */
export function orderText(reader: Reader, row: object, locale: Locale): string | null {
  const { qurbaniOrder: order } = row as { qurbaniOrder?: { title: string; quantity: number } | null }
  if (!order || !orderReaders.includes(reader)) return null
  return translate(catalogueOf('money/donation-fields', locale), locale, 'qurbaniOrder-text', order)
}

/** Returns the fields that a reader sees, without a Qurbani order. */
const fieldsShown = (reader: Reader, row: object, locale: Locale): ShownField[] =>
  shownTo(reader).flatMap(({ name, field, parts }) => {
    const value = (row as Readonly<Record<string, Group | string | null | undefined>>)[name]
    if (!value) return []
    const label = translate(catalogueOf('money/donation-fields', locale), locale, name)
    if (field.kind === 'text') return typeof value === 'string' ? [{ label, text: value }] : []
    if (typeof value === 'string' || field.kind === 'choice') {
      const key = `${name}-${typeof value === 'string' ? value : ''}`
      return [{ label, text: translate(catalogueOf('money/donation-fields', locale), locale, key) }]
    }
    const group = value
    const values = Object.fromEntries(parts.map((part) => [part, String(group[part] ?? '')]))
    const choice = parts.find((part) => field.parts[part]?.kind === 'choice')
    const t = (key: string) => translate(catalogueOf('money/donation-fields', locale), locale, key, values)
    const texts = parts.filter((part) => field.parts[part]?.kind === 'text' && values[part])
    const lines = choice
      ? [t(`${name}-${values[choice]}`), ...texts.slice(1).map((part) => values[part]!)]
      : texts.map((part) => values[part]!)
    return [{ label, text: lines.join('\n') }]
  })

/** Returns the names of the fields a reader sees, as `shownColumns` selects them. */
export const shownNames = (reader: Reader): string[] => [
  ...(orderReaders.includes(reader) ? ['qurbaniOrder'] : []),
  ...shownTo(reader).map(({ name }) => name),
]

/** Returns the labels of the fields a reader sees, for a table's header. */
export const shownLabels = (reader: Reader, locale: Locale): string[] =>
  shownTo(reader).map(({ name }) => translate(catalogueOf('money/donation-fields', locale), locale, name))
