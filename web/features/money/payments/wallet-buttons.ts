import type {
  WalletButtons,
  WalletButtonsAdapter,
  WalletSettings,
} from '#modules/money/payments/rules/wallet-buttons.ts'

/** Each provider's wallet buttons, loaded on demand. */
const adapters = import.meta.glob<WalletButtonsAdapter>('/modules/money/payments/providers/*/wallet-buttons.ts', {
  import: 'walletButtons',
})

export async function mountWalletButtons(into: HTMLElement, settings: WalletSettings): Promise<WalletButtons> {
  const load = adapters[`/modules/money/payments/providers/${settings.adapter}/wallet-buttons.ts`]
  if (!load) throw new Error(`there are no wallet buttons of ${settings.adapter}`)
  return (await load()).mount(into, settings)
}
