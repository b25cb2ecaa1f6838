import { allowInsecureRequests, type CustomFetch, type DiscoveryRequestOptions, ResponseBodyError } from 'openid-client'

/** Timeout of one request to a provider. */
export const timeoutSeconds = 8
const bytesMax = 256 * 1024

/** Requires HTTPS for every request, unless the operator configured the provider itself with a plain HTTP address. */
export const requireHttps = (address: string): NonNullable<DiscoveryRequestOptions['execute']> =>
  address.startsWith('http:') ? [allowInsecureRequests] : []

/** Fetches like `ask`, but refuses a response body over 256 KiB. */
export const limitResponses =
  (ask: typeof fetch): CustomFetch =>
  async (url, init) => {
    const response = await ask(url, init as RequestInit)
    let bytes = 0
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length
        if (bytes > bytesMax) controller.error(new Error('the response is too large'))
        else controller.enqueue(chunk)
      },
    })
    return new Response(response.body?.pipeThrough(limit), response)
  }

/**
 * Describes a failed request for the operator: messages, status and error code. Leaves out the error description, which
 * may repeat input.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof ResponseBodyError) return `${error.message}: ${error.status} ${error.error}`.slice(0, 300)
  if (error instanceof Response) return `status ${error.status}`
  if (!(error instanceof Error)) return ''
  return [error.message, describeFailure(error.cause)].filter((part) => part !== '').join(': ')
}
