type Definition = (
  | { readonly kind: 'flag' }
  /** `max`: characters. */
  | { readonly kind: 'text'; readonly max: number }
) & {
  /** Column of `campaigns.level`. */
  readonly column: string
  /** Names in the specification's giving level (S1 §3, S2 §3); a field that can only be required has two. */
  readonly wire: readonly [string, ...string[]]
  /** Whether a donation with this level must contain a value. */
  readonly isRequirement?: true
  /** Another field that is on whenever this one is. */
  readonly implies?: string
}

/**
 * Every question that a giving level can ask a donor, defined once for all layers. A new one needs only a column, a
 * text and a label.
 */
export const levelFields = {
  includeNote: { kind: 'flag', column: 'include_note', wire: ['IncludeNote'] },
  requireNote: {
    kind: 'flag',
    column: 'require_note',
    wire: ['RequireNote'],
    isRequirement: true,
    implies: 'includeNote',
  },
  noteDescription: { kind: 'text', max: 200, column: 'note_description', wire: ['NoteDescription'] },
  includeEmail: { kind: 'flag', column: 'include_email', wire: ['IncludeEmailNote'] },
  requireEmail: {
    kind: 'flag',
    column: 'require_email',
    wire: ['RequireEmail'],
    isRequirement: true,
    implies: 'includeEmail',
  },
  emailDescription: { kind: 'text', max: 200, column: 'email_description', wire: ['NoteEmail'] },
  requireShipping: {
    kind: 'flag',
    column: 'require_shipping',
    wire: ['IncludeShipping', 'RequireShipping'],
    isRequirement: true,
  },
  requireEmergencyContact: {
    kind: 'flag',
    column: 'require_emergency_contact',
    wire: ['IncludeEmergencyContact', 'RequireEmergencyContact'],
    isRequirement: true,
  },
  requireMedical: {
    kind: 'flag',
    column: 'require_medical',
    wire: ['IncludeMedicalInfo', 'RequireMedicalInfo'],
    isRequirement: true,
  },
} as const satisfies Readonly<Record<string, Definition>>

type Definitions = typeof levelFields
export type LevelField = keyof Definitions
type ValueOf<N extends LevelField> = Definitions[N] extends { readonly kind: 'flag' } ? boolean : string

export type LevelFlag = { [N in LevelField]: Definitions[N] extends { readonly kind: 'flag' } ? N : never }[LevelField]
type LevelText = Exclude<LevelField, LevelFlag>
type LevelRequirement = {
  [N in LevelField]: Definitions[N] extends { readonly isRequirement: true } ? N : never
}[LevelField]

/** The fields of a level. */
export type LevelOptions = { readonly [N in LevelField]: ValueOf<N> }
/** The questions of a level. */
export type LevelQuestions = Pick<LevelOptions, LevelFlag>
/** The required questions of a level. */
export type LevelRequirements = Pick<LevelOptions, LevelRequirement>
/** The fields as columns of `campaigns.level`. */
export type LevelOptionColumns = { [N in LevelField as Definitions[N]['column']]: ValueOf<N> }
/** A column under the name of its field, for queries. */
export type LevelFieldSelection = { [N in LevelField]: `${Definitions[N]['column']} as ${N}` }[LevelField]
/** The fields with the specification's spelling. */
export type LevelOptionsOnWire = { [N in LevelField as Definitions[N]['wire'][number]]: ValueOf<N> }

export const levelFieldNames = Object.keys(levelFields) as LevelField[]
export const levelFlags = levelFieldNames.filter((name): name is LevelFlag => levelFields[name].kind === 'flag')
export const levelTexts = levelFieldNames.filter((name): name is LevelText => levelFields[name].kind === 'text')
export const levelRequirements = levelFlags.filter(
  (name): name is LevelRequirement => 'isRequirement' in levelFields[name],
)

const definitionOf = (name: LevelField): Definition => levelFields[name]

/** Builds an object with entries for each field. */
export const collectLevelFields = <Collected>(entriesOf: (name: LevelField) => (readonly [string, unknown])[]) =>
  Object.fromEntries(levelFieldNames.flatMap(entriesOf)) as Collected

/** Reads the fields from a form. */
export const levelOptionsFrom = (
  flag: (name: LevelFlag) => boolean,
  text: (name: LevelText, max: number) => string,
): LevelOptions => ({
  ...(Object.fromEntries(levelFlags.map((name) => [name, flag(name)])) as LevelQuestions),
  ...(Object.fromEntries(levelTexts.map((name) => [name, text(name, levelFields[name].max)])) as Pick<
    LevelOptions,
    LevelText
  >),
})

/** Returns only the fields of a level. */
export const optionsOf = (level: LevelOptions) => collectLevelFields<LevelOptions>((name) => [[name, level[name]]])

/** Returns the fields as columns; a required question is also asked. */
export const optionColumnsOf = (level: LevelOptions) => {
  const implied = new Set<string | undefined>(
    levelFlags.filter((name) => level[name]).map((name) => definitionOf(name).implies),
  )
  return collectLevelFields<LevelOptionColumns>((name) => [
    [levelFields[name].column, implied.has(name) || level[name]],
  ])
}

/** Reads the fields from their columns. */
export const optionsOfColumns = (row: LevelOptionColumns) =>
  collectLevelFields<LevelOptions>((name) => [[name, row[levelFields[name].column]]])

/** Returns the fields in the specification's spelling. */
export const optionsOnWire = (level: LevelOptions) =>
  collectLevelFields<LevelOptionsOnWire>((name) => levelFields[name].wire.map((spelling) => [spelling, level[name]]))

/** Reads the fields from the specification's spelling. */
export const optionsOfWire = (wire: LevelOptionsOnWire) =>
  collectLevelFields<LevelOptions>((name) => [[name, wire[levelFields[name].wire[0]]]])
