import fs from 'node:fs'
import { required } from '#shared/collections.ts'
import { freePort } from '#server/config/free-port.ts'
import { type Engine, type FramePath, selectorsOf } from './engine.ts'
import { findProgram, start } from './started.ts'

/** Key of an element reference in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const miniBrowser = (): string | undefined => fs.globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').toSorted().at(-1)

/** WebKitGTK through its WebDriver, on a virtual screen. */
export const webkitEngine: Engine = {
  name: 'WebKitGTK',
  packages: 'webkit2gtk-driver and xvfb',
  find: () => Promise.resolve(findProgram(['Xvfb']) && miniBrowser() ? findProgram(['WebKitWebDriver']) : undefined),
  async open(executable) {
    const screen = await start(
      ['Xvfb', '-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
      (output) => /^(\d+)\n/m.exec(output)?.[1],
    )
    const origin = `http://127.0.0.1:${await freePort()}`
    const driver = await start(
      [executable, `--port=${new URL(origin).port}`],
      () =>
        fetch(`${origin}/status`).then(
          ({ ok }) => ok || undefined,
          () => undefined,
        ),
      // WebKit's sandbox needs user namespaces, which containers lack; the pages are ours.
      { DISPLAY: `:${screen.value}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
    )
    const close = async () => {
      await driver.end()
      await screen.end()
    }
    const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const answer = await fetch(`${origin}${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      })
      const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
      if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
      return value
    }
    const session = await openSession(send).catch(async (error: unknown) => {
      await close()
      throw error
    })
    const enterOnce = async (frame: FramePath | undefined) => {
      await send('POST', `${session}/frame`, { id: null })
      for (const selector of selectorsOf(frame)) await send('POST', `${session}/frame`, { id: await find(selector) })
    }
    const enter = (frame: FramePath | undefined) => again(() => enterOnce(frame))
    const find = (selector: string) =>
      send<Record<typeof elementKey, string>>('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      })
    const run = <T>(script: string, ...args: unknown[]) => send<T>('POST', `${session}/execute/sync`, { script, args })
    const idOf = async (selector: string) => required((await find(selector))[elementKey], selector)
    const click = async (selector: string, frame?: FramePath) => {
      if (frame) return clickInFrame(selector, frame)
      await enter(undefined)
      await again(async () => send('POST', `${session}/element/${await idOf(selector)}/click`, {}))
    }
    /** Clicks by coordinates, because the driver ignores the position of a cross-origin iframe. */
    const clickInFrame = async (selector: string, frame: FramePath) => {
      const place = 'const { x, y, width, height } = arguments[0].getBoundingClientRect()'
      await enter(undefined)
      const frames = selectorsOf(frame)
      await enter(frame)
      let [x, y] = await run<[number, number]>(`${place}; return [x + width / 2, y + height / 2]`, await find(selector))
      for (const [index, outer] of [...frames.entries()].toReversed()) {
        await enter(frames.slice(0, index))
        // An iframe as tall as its content is scrolled to the element, a smaller one to its centre.
        const scroll = `const { y: top, height: block } = arguments[0].getBoundingClientRect(); if (block > innerHeight) scrollBy({ top: top + ${y} - innerHeight / 2, behavior: 'instant' }); else arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`
        if (index === 0) await run(scroll, await find(outer))
        const [left, top] = await run<[number, number]>(`${place}; return [x, y]`, await find(outer))
        x += left
        y += top
      }
      ;[x, y] = [Math.round(x), Math.round(y)]
      await send('POST', `${session}/actions`, {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            actions: [
              { type: 'pointerMove', x, y, origin: 'viewport' },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      })
      // The click may have closed the iframe.
      await enter(frame).catch(() => undefined)
    }
    return {
      async goto(url) {
        await enter(undefined)
        await send('POST', `${session}/url`, { url })
      },
      async evaluate(expression, frame) {
        await enter(frame)
        return send('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] })
      },
      click,
      async type(selector, text, frame) {
        await click(selector, frame)
        if (!frame) return send('POST', `${session}/element/${await idOf(selector)}/value`, { text })
        const keys = [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ])
        return send('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions: keys }] })
      },
      async close() {
        await send('DELETE', session).catch(() => undefined)
        await close()
      },
    }
  },
}

/** Retries commands if the page replaced the element between them, for example during hydration. */
const again = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (!String(error).includes('stale element reference')) throw error
    return work()
  })

/** Creates a session and returns its path. */
async function openSession(send: <T>(method: string, path: string, body?: object) => Promise<T>): Promise<string> {
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        timeouts: { pageLoad: 60_000, script: 30_000 },
        'webkitgtk:browserOptions': {
          binary: miniBrowser(),
          args: ['--automation', '--cookies-policy=no-third-party'],
        },
      },
    },
  })
  return `/session/${sessionId}`
}
