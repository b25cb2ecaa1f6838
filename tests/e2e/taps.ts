import type { Page } from '@playwright/test'

/** A donor's taps and typed fields. A tap into a text field counts as a tap and is also counted separately. */
export type Effort = { readonly taps: number; readonly fieldTaps: number; readonly typedFields: readonly string[] }

type Reported = { readonly kind: 'tap' | 'typed'; readonly field: string | null }

/**
 * Counts from now on, in the page and in the frames of its bank: taps (pointer, or Enter and Space), and fields whose
 * value a key press changed. Scrolling and the bank's 3-D Secure challenge do not count. Call it before the first page
 * is opened, and `reset` once it has loaded; type with `pressSequentially`, because `fill` sends no key press.
 */
export async function countEffort(page: Page): Promise<{ reset(): void; effort(): Effort }> {
  let taps = 0
  let fieldTaps = 0
  const typedFields = new Set<string>()
  await page.exposeBinding('reportEffort', ({ frame }, { kind, field }: Reported) => {
    if (/\/3ds\//.test(frame.url())) return
    if (kind === 'typed') typedFields.add(String(field))
    else {
      taps += 1
      if (field !== null) fieldTaps += 1
    }
  })
  await page.addInitScript(() => {
    const report = (reported: { kind: 'tap' | 'typed'; field: string | null }) =>
      (window as unknown as { reportEffort(reported: object): void }).reportEffort(reported)
    const fieldOf = (target: EventTarget | null): string | null =>
      target instanceof HTMLElement && target.matches('input:not([type=radio], [type=checkbox]), textarea')
        ? target.id
        : null
    let tapped: EventTarget | null = null
    // Listens on the document, because a tap that Playwright cancels when something moves ends at the window.
    document.addEventListener('pointerdown', ({ target }) => report({ kind: 'tap', field: fieldOf(target) }), true)
    addEventListener(
      'keydown',
      ({ key, target }) => {
        tapped = target
        if ((key === 'Enter' || key === ' ') && fieldOf(target) === null) report({ kind: 'tap', field: null })
      },
      true,
    )
    addEventListener(
      'input',
      ({ target }) => {
        const field = fieldOf(target)
        if (field !== null && target === tapped) report({ kind: 'typed', field })
      },
      true,
    )
  })
  return {
    reset: () => {
      taps = 0
      fieldTaps = 0
      typedFields.clear()
    },
    effort: () => ({ taps, fieldTaps, typedFields: [...typedFields] }),
  }
}
