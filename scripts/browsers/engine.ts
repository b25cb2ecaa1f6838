/** Selector of an iframe, or selectors of nested iframes, outermost first. */
export type FramePath = string | readonly string[]

export const selectorsOf = (frame: FramePath = []): readonly string[] => (typeof frame === 'string' ? [frame] : frame)

/** A browser page with the functions that journeys need. Selectors are CSS. Third-party cookies are blocked. */
export type BrowserPage = {
  goto(url: string): Promise<void>
  /** Evaluates an expression in the page or in an iframe. */
  evaluate(expression: string, frame?: FramePath): Promise<unknown>
  /** Clicks the centre of an element with a pointer. */
  click(selector: string, frame?: FramePath): Promise<void>
  /** Types into a field with key events. */
  type(selector: string, text: string, frame?: FramePath): Promise<void>
  close(): Promise<void>
}

export type Engine = {
  readonly name: string
  /** Returns the path of the engine or its driver; undefined if it isn't installed. */
  find(): Promise<string | undefined>
  open(executable: string): Promise<BrowserPage>
  /** Packages to install. */
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
    // Evaluation fails while the page navigates.
    const value = await page.evaluate(`Boolean(${expression})`, frame).catch((error: unknown) => {
      problem = error
      return false
    })
    if (value === true) return
  }
  throw new Error(`not so within ${timeoutMs / 1000} s: ${expression}`, { cause: problem })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
