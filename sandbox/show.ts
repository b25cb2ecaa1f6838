import type http from 'node:http'
import { send, sendPage } from './answers.ts'
import type { Gateway } from './gateway.ts'
import { cardPage, challengeDonePage, challengePage, indexPage } from './pages.ts'
import type { SandboxOptions } from './options.ts'

export type ShowOptions = {
  readonly gateway: Gateway
  readonly options: Pick<SandboxOptions, 'allowedOrigins' | 'publishableKey'>
}
export type Look = {
  readonly method: string
  readonly area: string | undefined
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly response: http.ServerResponse
}

/** Every page: the test numbers, the card fields and the challenge. */
export async function show(
  { gateway, options }: ShowOptions,
  { method, area, path, query, response }: Look,
): Promise<void> {
  const { store } = gateway
  if (area === undefined && method === 'GET') return sendPage(response, indexPage(), [])
  if (area === 'livez') return send(response, 200, '{"ok":true}')
  if (area === 'elements' && path[0] === 'card' && method === 'GET') {
    const parent = query.get('origin') ?? ''
    if (!options.allowedOrigins.includes(parent))
      return send(response, 403, JSON.stringify({ error: { message: 'This page may not show card fields' } }))
    return sendPage(
      response,
      cardPage({
        parent,
        publishableKey: options.publishableKey,
        locale: query.get('locale') === 'ar' ? 'ar' : 'en',
        theme: query.get('theme'),
      }),
      options.allowedOrigins,
    )
  }
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
