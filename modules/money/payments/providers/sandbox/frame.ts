import type { CardFields, CardSettings } from '../../rules/card-fields.ts'

type Message = {
  readonly sunbul?: string
  readonly type?: string
  readonly id?: string
  readonly height?: number
  readonly message?: string
  readonly paymentMethod?: { readonly id: string }
}

/**
 * Shows a frame of the sandbox whose fields communicate by `postMessage`. `blockSize` is its height until it reports
 * its own.
 */
export function mountFrame(
  into: HTMLElement,
  settings: CardSettings,
  { name, blockSize }: { readonly name: 'card' | 'bank-account'; readonly blockSize: string },
): CardFields {
  const { provider, origin, locale, theme, title, failed, onReady } = settings
  const frame = document.createElement('iframe')
  const waiting = new Map<string, (answer: Awaited<ReturnType<CardFields['tokenise']>>) => void>()
  let requests = 0
  frame.title = title
  frame.src = `${origin}/elements/${name}?${new URLSearchParams({ origin: location.origin, locale, theme }).toString()}`
  frame.style.cssText = `inline-size:100%;block-size:${blockSize};border:0;color-scheme:normal`
  function listen(event: MessageEvent<Message>) {
    if (event.origin !== origin || event.source !== frame.contentWindow || event.data?.sunbul !== name) return
    const { type, id, height, message, paymentMethod } = event.data
    if (type === 'ready') onReady()
    if (type === 'height' && height) frame.style.blockSize = `${height + 4}px`
    if (type === 'token' && id && paymentMethod) waiting.get(id)?.({ token: { id: paymentMethod.id, provider } })
    if (type === 'error' && id) waiting.get(id)?.({ message: message ?? failed })
    if (id) waiting.delete(id)
  }
  addEventListener('message', listen)
  into.replaceChildren(frame)
  return {
    tokenise: () =>
      new Promise((resolve) => {
        const id = String((requests += 1))
        waiting.set(id, resolve)
        setTimeout(() => {
          if (waiting.delete(id)) resolve({ message: failed })
        }, 15_000)
        frame.contentWindow?.postMessage({ sunbul: name, type: 'tokenise', id }, origin)
      }),
    destroy: () => {
      removeEventListener('message', listen)
      frame.remove()
    },
  }
}
