import { vi } from 'vitest'
import type { createScriptStandIn } from './script-stand-in.ts'

type Listener = () => void

/** The few parts of a page that provider adapters use, without a browser. `append` keeps what was appended. */
export class FakeElement {
  className = ''
  textContent = ''
  htmlFor = ''
  id = ''
  dir = ''
  src = ''
  onload: Listener | undefined
  onerror: Listener | undefined
  children: FakeElement[] = []
  replaceChildren(...children: FakeElement[]): void {
    this.children = children
  }
}

/**
 * Replaces the page's globals with fakes. A script that is appended loads the stand-in for Stripe.js, or fails while
 * `isOnline` is false. Returns the URLs of the loaded scripts.
 */
export function fakePage({ Stripe }: Pick<ReturnType<typeof createScriptStandIn>, 'Stripe'>) {
  const page = { scripts: [] as string[], isOnline: true }
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {
    createElement: () => new FakeElement(),
    head: {
      append(script: FakeElement) {
        page.scripts.push(script.src)
        if (page.isOnline) Object.assign(window, { Stripe })
        queueMicrotask(() => (page.isOnline ? script.onload?.() : script.onerror?.()))
      },
    },
  })
  vi.stubGlobal('getComputedStyle', () => ({ fontSize: '16px', getPropertyValue: (token: string) => ` ${token} ` }))
  vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined, removeEventListener: () => undefined }))
  return page
}
