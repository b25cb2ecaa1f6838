/** The selector of an iframe, or those of an iframe in another one, the outer first. */
export type FramePath = string | readonly string[]

export const selectorsOf = (frame: FramePath = []): readonly string[] => (typeof frame === 'string' ? [frame] : frame)

/** A page of a browser, as far as a journey needs it. Selectors are CSS. Third-party cookies are blocked. */
export type BrowserPage = {
  goto(url: string): Promise<void>
  /** The value of an expression in the page or in one of its iframes. */
  evaluate(expression: string, frame?: FramePath): Promise<unknown>
  /** Clicks the middle of an element, as a pointer does. */
  click(selector: string, frame?: FramePath): Promise<void>
  /** Types into a field, as a keyboard does. */
  type(selector: string, text: string, frame?: FramePath): Promise<void>
  close(): Promise<void>
}

export type Engine = {
  readonly name: string
  /** Undefined: the engine, or what it needs, isn't installed. */
  find(): Promise<string | undefined>
  open(executable: string): Promise<BrowserPage>
  /** Which packages bring it. */
  readonly packages: string
}

/** Waits until an expression is true in a page. */
export async function waitFor(
  page: BrowserPage,
  expression: string,
  frame?: FramePath,
  timeoutMs = 30_000,
): Promise<void> {
  let problem: unknown
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(100)) {
    // Between two documents there is nothing to ask.
    const value = await page.evaluate(`Boolean(${expression})`, frame).catch((error: unknown) => {
      problem = error
      return false
    })
    if (value === true) return
  }
  throw new Error(`not so within ${timeoutMs / 1000} s: ${expression}`, { cause: problem })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
