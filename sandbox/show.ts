import type http from 'node:http'
import { send, sendPage } from './responses.ts'
import type { Gateway } from './gateway.ts'
import type { Bench } from './admin.ts'
import { bankAccountPage } from './bank-account.ts'
import { cardPage, challengeDonePage, challengePage, indexPage, type Page } from './pages.ts'
import type { SandboxOptions } from './options.ts'
import { type ShownSheet, walletButtonsPage, walletNames, walletSheetPage } from './wallets/wallet-pages.ts'

export type ShowOptions = {
  readonly gateway: Gateway
  readonly bench: Bench
  readonly options: Pick<SandboxOptions, 'allowedOrigins' | 'publishableKey'>
}
export type Look = {
  readonly method: string
  readonly area: string | undefined
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly response: http.ServerResponse
}

/** Iframes that a page of the product embeds, by name; each requires the page's origin. */
const frames: Readonly<Record<string, (view: ShownSheet, query: URLSearchParams, bench: Bench) => Page | undefined>> = {
  card: (view) => cardPage(view),
  'bank-account': (view) => bankAccountPage(view),
  wallets: (view, query, { areWalletsOff }) => {
    const walletsParam = (query.get('wallets') ?? '').split(',')
    return walletButtonsPage(
      view,
      walletNames.filter((name) => !areWalletsOff && walletsParam.includes(name)),
    )
  },
  'wallet-sheet': (view, query) => {
    const wallet = walletNames.find((name) => name === query.get('wallet'))
    return wallet && walletSheetPage(view, wallet)
  },
}

function showFrame(
  { options, bench }: Pick<ShowOptions, 'options' | 'bench'>,
  { path, query, response }: Pick<Look, 'path' | 'query' | 'response'>,
): void {
  const [name = ''] = path
  const parent = query.get('origin') ?? ''
  if (!options.allowedOrigins.includes(parent))
    return send(response, 403, JSON.stringify({ error: { message: 'This page may not show frames of the bank' } }))
  const { publishableKey } = options
  const locale = query.get('locale') === 'ar' ? 'ar' : 'en'
  const shown = { parent, publishableKey, locale, theme: query.get('theme') } as const
  const page = Object.hasOwn(frames, name) ? frames[name]?.(shown, query, bench) : undefined
  if (page) return sendPage(response, page, options.allowedOrigins)
  return send(response, 404, JSON.stringify({ error: { message: 'Not found' } }))
}

/** Handles all pages: test numbers, card fields, wallets and the challenge. */
export async function handlePage(
  { gateway, options, bench }: ShowOptions,
  { method, area, path, query, response }: Look,
): Promise<void> {
  const { store } = gateway
  if (area === undefined && method === 'GET')
    return sendPage(response, indexPage({ ...bench, pendingDebits: gateway.pendingDebits() }), [])
  if (area === 'bank-debits' && method === 'POST') {
    await gateway.settlePending()
    return send(response, 303, '', { location: '/' })
  }
  if (area === 'wallets' && method === 'POST') {
    bench.areWalletsOff = path[0] === 'off'
    return send(response, 303, '', { location: '/' })
  }
  if (area === 'livez') return send(response, 200, '{"ok":true}')
  if (area === 'elements' && method === 'GET') return showFrame({ options, bench }, { path, query, response })
  if (area === '3ds' && path[0]) {
    const challenge = store.challenges.get(path[0])
    const subject =
      challenge && (challenge.kind === 'intent' ? store.intents.get(challenge.id) : store.setups.get(challenge.id))
    if (!subject) return send(response, 404, JSON.stringify({ error: { message: 'This question is no longer open' } }))
    const locale = query.get('locale') === 'ar' ? 'ar' : 'en'
    if (method === 'GET') {
      const isOpen = subject.challengeId === path[0] && subject.object.status === 'requires_action'
      if (!isOpen)
        return sendPage(
          response,
          challengeDonePage({ outcome: 'gone', parents: options.allowedOrigins, returnUrl: subject.returnUrl, locale }),
          options.allowedOrigins,
        )
      const amount =
        'amount' in subject.object ? { minor: subject.object.amount, currency: subject.object.currency } : undefined
      return sendPage(
        response,
        challengePage({ id: path[0], amount, description: subject.object.description ?? '', locale }),
        options.allowedOrigins,
      )
    }
    const outcome = await gateway.answerChallenge(path[0], path[1] === 'approve')
    return sendPage(
      response,
      challengeDonePage({ outcome, parents: options.allowedOrigins, returnUrl: subject.returnUrl, locale }),
      options.allowedOrigins,
    )
  }
  return send(response, 404, JSON.stringify({ error: { message: 'Not found' } }))
}
