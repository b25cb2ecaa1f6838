import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { required } from '#shared/collections.ts'
import { type Engine, type FramePath, selectorsOf } from './engine.ts'
import { findProgram, start } from './started.ts'

type Tree = { readonly context: string; readonly url: string; readonly children: readonly Tree[] | null }
type Node = { readonly sharedId: string }

/** Firefox through WebDriver BiDi, without a driver. */
export const firefoxEngine: Engine = {
  name: 'Firefox',
  packages: 'firefox-esr',
  find: () => Promise.resolve(findProgram(['firefox-esr', 'firefox'])),
  async open(executable) {
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-firefox-'))
    fs.writeFileSync(
      path.join(profile, 'user.js'),
      // Without internet access, the browser's own requests would hang.
      [
        ['network.captive-portal-service.enabled', false],
        ['network.connectivity-service.enabled', false],
        ['intl.accept_languages', 'en-US, en'],
        // Blocks third-party cookies and storage.
        ['network.cookie.cookieBehavior', 1],
      ]
        .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
        .join('\n'),
    )
    const { value: url, end } = await start(
      [executable, '--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
      (output) => /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1],
    )
    const session = await connect(`${url}/session`)
    await session.send('session.new', { capabilities: {} })
    const { contexts } = await session.send<{ contexts: Tree[] }>('browsingContext.getTree', {})
    const context = required(contexts[0]).context
    /** Finds the browsing context of an iframe by its URL. */
    const contextOf = async (frame: FramePath | undefined): Promise<string> => {
      const root = await session.send<{ contexts: Tree[] }>('browsingContext.getTree', { root: context })
      let tree = required(root.contexts[0])
      for (const selector of selectorsOf(frame)) {
        const url = await evaluate(`document.querySelector(${JSON.stringify(selector)}).src`, tree.context)
        tree = required(
          tree.children?.find((child) => child.url === url),
          `iframe ${selector}`,
        )
      }
      return tree.context
    }
    const evaluate = async (expression: string, target: string): Promise<unknown> => {
      const answer = await session.send<{ type: string; result: unknown; exceptionDetails?: { text: string } }>(
        'script.evaluate',
        { expression: `JSON.stringify((${expression}) ?? null)`, target: { context: target }, awaitPromise: true },
      )
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text)
      return JSON.parse((answer.result as { value: string }).value) as unknown
    }
    const click = async (selector: string, frame?: FramePath) => {
      const target = await contextOf(frame)
      await evaluate(`document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ block: 'center' })`, target)
      const { nodes } = await session.send<{ nodes: Node[] }>('browsingContext.locateNodes', {
        context: target,
        locator: { type: 'css', value: selector },
        maxNodeCount: 1,
      })
      const element = { sharedId: required(nodes[0], selector).sharedId }
      await session.send('input.performActions', {
        context: target,
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            actions: [
              { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      })
    }
    return {
      async goto(url) {
        await session.send('browsingContext.navigate', { context, url, wait: 'complete' })
      },
      evaluate: async (expression, frame) => evaluate(expression, await contextOf(frame)),
      click,
      async type(selector, text, frame) {
        await click(selector, frame)
        await session.send('input.performActions', {
          context: await contextOf(frame),
          actions: [
            {
              type: 'key',
              id: 'keyboard',
              actions: [...text].flatMap((value) => [
                { type: 'keyDown', value },
                { type: 'keyUp', value },
              ]),
            },
          ],
        })
      },
      async close() {
        session.close()
        await end()
        fs.rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
      },
    }
  },
}

/** Opens a connection that resolves each command with its result. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)), { once: true })
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as { id?: number; type: string; result?: unknown; message?: string }
    if (message.id === undefined) return
    const command = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'success') command?.resolve(message.result)
    else command?.reject(new Error(message.message))
  })
  socket.addEventListener('close', () => {
    for (const command of waiting.values()) command.reject(new Error('the browser ended'))
  })
  let last = 0
  return {
    send<T>(method: string, params: object): Promise<T> {
      const id = ++last
      const command = Promise.withResolvers<unknown>()
      waiting.set(id, command)
      socket.send(JSON.stringify({ id, method, params }))
      return command.promise as Promise<T>
    },
    close: () => socket.close(),
  }
}
