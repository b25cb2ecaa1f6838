import { z } from 'zod'
import {
  collectLevelFields,
  type LevelField,
  levelFields,
  type LevelOptions,
  type LevelOptionsOnWire,
} from './rules/level-fields.ts'

type Schemas<Values> = { readonly [Name in keyof Values]: z.ZodType<Values[Name]> }

const schemaOf = (name: LevelField) => (levelFields[name].kind === 'flag' ? z.boolean() : z.string())

/** The fields of a level as `/v4` returns them. */
export const levelOptions = collectLevelFields<Schemas<LevelOptions>>((name) => [[name, schemaOf(name)]])

/** The fields of a level in the specification's spelling. */
export const levelOptionsOnWire = collectLevelFields<Schemas<LevelOptionsOnWire>>((name) =>
  levelFields[name].wire.map((spelling) => [spelling, schemaOf(name)]),
)

/** The fields of a level as a form sends them; overlong text is refused before the rules are checked. */
export const levelOptionsForm = collectLevelFields<{
  readonly [N in keyof LevelOptions]: z.ZodDefault<z.ZodType<LevelOptions[N]>>
}>((name) => {
  const field = levelFields[name]
  if (field.kind === 'flag') return [[name, z.boolean().default(false)]]
  const text = z.string().max(5 * field.max)
  return [[name, text.default('')]]
})
