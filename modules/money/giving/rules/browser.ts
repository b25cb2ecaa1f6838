/** Browser data that 3-D Secure asks for (payments-9). The server adds address, accept header and user agent. */
export type BrowserFacts = {
  /** BCP 47, at most 8 characters. */
  readonly language: string
  readonly colorDepth: number
  readonly screenHeight: number
  readonly screenWidth: number
  /** Minutes, UTC minus local: −60 in UTC+1. */
  readonly timeZoneOffset: number
  readonly javaEnabled: boolean
  readonly javaScriptEnabled: boolean
}

const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1]

/** Adapts what a browser reported to the protocol; a donor is never refused for an unusual screen. */
export function browserFacts(said: {
  readonly [Field in keyof BrowserFacts]?: BrowserFacts[Field] | undefined
}): BrowserFacts {
  return {
    language: languageOf(said.language ?? ''),
    colorDepth: colorDepths.find((depth) => depth <= (said.colorDepth ?? 24)) ?? 1,
    screenHeight: between(0, said.screenHeight, 999_999),
    screenWidth: between(0, said.screenWidth, 999_999),
    timeZoneOffset: between(-840, said.timeZoneOffset, 720),
    javaEnabled: said.javaEnabled ?? false,
    javaScriptEnabled: said.javaScriptEnabled ?? true,
  }
}

/** Shortened at a hyphen: `zh-Hant-TW` becomes `zh-Hant`. */
function languageOf(tag: string): string {
  if (!/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag)) return 'en'
  let short = tag
  while (short.length > 8) short = short.slice(0, short.lastIndexOf('-'))
  return short
}

const between = (least: number, value: number | undefined, most: number): number =>
  value === undefined || !Number.isFinite(value) ? 0 : Math.min(Math.max(Math.trunc(value), least), most)
