import { ProviderRefusal } from './provider.ts'

export type Ask = (url: string, init: RequestInit) => Promise<Response>

const timeoutMs = 8000
const bytesMax = 256 * 1024

/** JSON from a provider: no redirects, no more than is reasonable, and soon. Anything else is a refusal. */
export async function askJson(ask: Ask, url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const { origin, pathname } = new URL(url)
  const about = `${origin}${pathname}`
  try {
    const answer = await ask(url, {
      ...init,
      headers: { accept: 'application/json', ...(init.headers as Record<string, string> | undefined) },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = JSON.parse(await limitedText(answer))
    if (!answer.ok) throw new ProviderRefusal(`${about} answered ${answer.status} ${JSON.stringify(reasonOf(body))}`)
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ProviderRefusal(`${about} answered no object`)
    return body as Record<string, unknown>
  } catch (error) {
    if (error instanceof ProviderRefusal) throw error
    throw new ProviderRefusal(`${about} could not be asked: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Its error code alone: descriptions may repeat what was sent. */
function reasonOf(body: unknown): unknown {
  const error = (body as { error?: unknown } | null)?.error
  return typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : error
}

async function limitedText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > bytesMax) throw new ProviderRefusal('the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
