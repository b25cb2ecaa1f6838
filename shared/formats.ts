import { deleteOldest, getOrInsert } from './collections.ts'

/** More than the languages, currencies and time zones that a process meets. */
const formatsMax = 1000

/**
 * Returns a function that creates a format of `Intl` once for each tag and options, because creating one takes up to a
 * thousand times as long as using it.
 */
function createOnce<Options extends object, Format>(create: (tag: string | undefined, options?: Options) => Format) {
  const formats = new Map<string, Format>()
  return (tag?: string, options?: Options): Format => {
    const format = getOrInsert(formats, `${tag} ${JSON.stringify(options)}`, () => create(tag, options))
    if (formats.size > formatsMax) deleteOldest(formats)
    return format
  }
}

export const collator = /* @__PURE__ */ createOnce(
  (tag, options?: Intl.CollatorOptions) => new Intl.Collator(tag, options),
)
/** Throws a `RangeError` for an unknown time zone. */
export const dateTimeFormat = /* @__PURE__ */ createOnce(
  (tag, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options),
)
/** Creates a format that isn't kept: those of all time zones would take the place of the others. */
export const createDateTimeFormat = (tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(tag, options)
export const displayNames = /* @__PURE__ */ createOnce(
  (tag, options: Intl.DisplayNamesOptions = { type: 'language' }) => new Intl.DisplayNames(tag, options),
)
export const listFormat = /* @__PURE__ */ createOnce(
  (tag, options?: Intl.ListFormatOptions) => new Intl.ListFormat(tag, options),
)
export const numberFormat = /* @__PURE__ */ createOnce(
  (tag, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options),
)
export const pluralRules = /* @__PURE__ */ createOnce((tag) => new Intl.PluralRules(tag))
export const segmenter = /* @__PURE__ */ createOnce(
  (tag, options?: Intl.SegmenterOptions) => new Intl.Segmenter(tag, options),
)
export const relativeTimeFormat = /* @__PURE__ */ createOnce(
  (tag, options?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(tag, options),
)
