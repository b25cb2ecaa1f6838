import { exponentOf } from '#shared/money.ts'
import type { CardToken } from '../../rules/card-fields.ts'
import type { ApprovedSheet, WalletSheet, WalletButtonsAdapter, WalletSettings } from '../../rules/wallet-buttons.ts'
import type { Wallet } from '../../rules/wallets.ts'
import { toProviderAmount, toProviderCurrency } from '../stripe/amounts.ts'

/**
 * Shows the sandbox's wallet buttons and payment sheet: two frames that communicate by `postMessage`, like a real
 * provider's element. The sheet is a modal dialog that closes as soon as there is a token.
 */
export const walletButtons: WalletButtonsAdapter = { mount: async (into, settings) => mount(into, settings) }

type Message = {
  readonly sunbul?: string
  readonly type?: string
  readonly wallets?: readonly Wallet[]
  readonly wallet?: Wallet
  readonly height?: number
  readonly billingDetails?: ApprovedSheet['payer']
  readonly token?: string
  readonly message?: string
}
type Token = { readonly token: CardToken } | { readonly message: string }

function mount(into: HTMLElement, settings: WalletSettings) {
  const { origin, title, wallets, onReady, onClick } = settings
  const buttons = frameOf(settings, 'wallets', { wallets: wallets.join(',') }, title)
  buttons.style.cssText = 'inline-size:100%;block-size:54px;border:0;color-scheme:normal'
  let closeSheet: (() => void) | undefined
  const say = (message: object) => buttons.contentWindow?.postMessage({ sunbul: 'wallets', ...message }, origin)
  const stopListening = listenTo(
    buttons,
    { origin, about: 'wallets' },
    ({ type, wallets: available, wallet, height }) => {
      if (type === 'ready') onReady(available ?? [])
      if (type === 'height' && height) buttons.style.blockSize = `${height}px`
      if (type !== 'click' || !wallet) return
      const order = onClick(wallet)
      say({ type: order ? 'resolve' : 'reject', wallet })
      if (!order) return
      closeSheet = openSheet(settings, { wallet, order }, () => {
        closeSheet = undefined
        buttons.focus()
        say({ type: 'focus', wallet })
      })
    },
  )
  into.replaceChildren(buttons)
  return {
    // The sheet receives the order when it opens, so there is nothing to update.
    update: () => undefined,
    destroy: () => {
      stopListening()
      closeSheet?.()
      buttons.remove()
    },
  }
}

/** Opens the sheet and returns a function that closes it. `onClose` runs once, however the sheet closes. */
function openSheet(
  settings: WalletSettings,
  { wallet, order }: { readonly wallet: Wallet; readonly order: WalletSheet },
  onClose: () => void,
): () => void {
  const { origin, provider, title, failed, onApprove, onCancel } = settings
  const dialog = document.createElement('dialog')
  const sheet = frameOf(settings, 'wallet-sheet', { wallet }, title)
  dialog.style.cssText =
    'position:fixed;inset:0;margin:0;padding:0;border:0;background:transparent;inline-size:100vw;block-size:100dvh;max-inline-size:none;max-block-size:none;overflow:hidden'
  sheet.style.cssText = 'inline-size:100%;block-size:100%;border:0;color-scheme:normal'
  dialog.setAttribute('aria-label', title)
  dialog.append(sheet)
  let isApproved = false
  let withToken: ((token: Token) => void) | undefined
  const say = (message: object) => sheet.contentWindow?.postMessage({ sunbul: 'wallet-sheet', ...message }, origin)
  const close = () => {
    if (!dialog.isConnected) return
    stopListening()
    dialog.close()
    dialog.remove()
    withToken?.({ message: failed })
    onClose()
  }
  const cancel = () => {
    // An approved payment can't be cancelled here; the page waits for its result.
    if (isApproved) return
    close()
    onCancel()
  }
  const stopListening = listenTo(
    sheet,
    { origin, about: 'wallet-sheet' },
    ({ type, billingDetails, token, message }) => {
      if (type === 'ready') say({ type: 'open', order: toSheet(order) })
      if (type === 'cancel') cancel()
      if (type === 'confirm') {
        isApproved = true
        onApprove({
          wallet,
          payer: billingDetails ?? {},
          createToken: () =>
            new Promise((resolve) => {
              withToken = resolve
              say({ type: 'tokenise' })
            }),
          fail: close,
        })
      }
      if (type === 'token' || type === 'failed') {
        withToken?.(type === 'token' && token ? { token: { id: token, provider } } : { message: message ?? failed })
        withToken = undefined
        close()
      }
    },
  )
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    cancel()
  })
  document.body.append(dialog)
  dialog.showModal()
  sheet.focus()
  return close
}

function frameOf(
  { origin, locale, theme }: WalletSettings,
  name: string,
  query: Readonly<Record<string, string>>,
  title: string,
): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.src = `${origin}/elements/${name}?${new URLSearchParams({ origin: location.origin, locale, theme, ...query }).toString()}`
  return frame
}

/** Listens to messages from one frame of the sandbox; returns a function that stops listening. */
function listenTo(
  frame: HTMLIFrameElement,
  { origin, about }: { readonly origin: string; readonly about: string },
  hear: (message: Message) => void,
): () => void {
  function listen(event: MessageEvent<Message>) {
    if (event.origin === origin && event.source === frame.contentWindow && event.data?.sunbul === about)
      hear(event.data)
  }
  addEventListener('message', listen)
  return () => removeEventListener('message', listen)
}

/** Converts an order to the provider's units. */
const toSheet = ({ total, lines, plan, chargedLater }: WalletSheet) => ({
  currency: toProviderCurrency(total.currency),
  exponent: exponentOf(total.currency),
  total: toProviderAmount(total),
  lines: lines.map(({ name, amount }) => ({ name, amount: toProviderAmount(amount) })),
  ...(plan || chargedLater !== undefined ? { plan: plan?.description ?? chargedLater } : {}),
})
