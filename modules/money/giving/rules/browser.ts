/** Browser data that 3-D Secure requires (payments-9). The server adds IP address, Accept header and user agent. */
export type BrowserData = {
  /** BCP 47, at most 8 characters. */
  readonly language: string
  readonly colorDepth: number
  readonly screenHeight: number
  readonly screenWidth: number
  /** Minutes, UTC minus local time: −60 in UTC+1. */
  readonly timeZoneOffset: number
  readonly javaEnabled: boolean
  readonly javaScriptEnabled: boolean
}

const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1]

/**
 * Converts reported browser data to valid values of the protocol, so that no donor is refused for an unusual screen.
 */
export function browserData(values: {
  readonly [Field in keyof BrowserData]?: BrowserData[Field] | undefined
}): BrowserData {
  return {
    language: languageOf(values.language ?? ''),
    colorDepth: colorDepths.find((depth) => depth <= (values.colorDepth ?? 24)) ?? 1,
    screenHeight: between(0, values.screenHeight, 999_999),
    screenWidth: between(0, values.screenWidth, 999_999),
    timeZoneOffset: between(-840, values.timeZoneOffset, 720),
    javaEnabled: values.javaEnabled ?? false,
    javaScriptEnabled: values.javaScriptEnabled ?? true,
  }
}

/** Cuts a long language tag at a hyphen: `zh-Hant-TW` becomes `zh-Hant`. */
function languageOf(tag: string): string {
  if (!/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag)) return 'en'
  let short = tag
  while (short.length > 8) short = short.slice(0, short.lastIndexOf('-'))
  return short
}

const between = (least: number, value: number | undefined, most: number): number =>
  value === undefined || !Number.isFinite(value) ? 0 : Math.min(Math.max(Math.trunc(value), least), most)
