import Stripe from 'stripe'
import { Agent, type Dispatcher } from 'undici'

type Request = Parameters<Stripe.HttpClient['makeRequest']>

const timeouts = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'])

/**
 * Maps undici's errors to those the SDK knows: a timeout, or a closed connection, which the SDK retries once with the
 * same key.
 */
function toSdkError(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code !== undefined && timeouts.has(code)) return Stripe.HttpClient.makeTimeoutError()
  if (code === 'UND_ERR_SOCKET')
    return Object.assign(new Error('the connection was closed', { cause: error }), { code: 'ECONNRESET' })
  return error
}

class Answer extends Stripe.HttpClientResponse {
  readonly #answer: Dispatcher.ResponseData

  constructor(answer: Dispatcher.ResponseData) {
    super(answer.statusCode, answer.headers as Record<string, string | string[]>)
    this.#answer = answer
  }

  override getRawResponse(): object {
    return { statusCode: this.#answer.statusCode, headers: this.#answer.headers }
  }

  override async toJSON(): Promise<unknown> {
    let text: string
    try {
      text = await this.#answer.body.text()
    } catch (error) {
      throw Stripe.HttpClient.makeResponseBodyError(toSdkError(error))
    }
    return this._parseResponseBody(text)
  }
}

/**
 * Sends the SDK's requests through undici, which needs less CPU than Node's own client (ADR-0020). Connections are
 * kept alive and carry one request at a time.
 */
export class UndiciClient extends Stripe.HttpClient {
  // With undici's default of four seconds, nearly every donation would need a new TLS handshake.
  readonly #agent = new Agent({ keepAliveTimeout: 30_000 })

  override getClientName(): string {
    return 'undici'
  }

  override async makeRequest(
    ...[host, port, path, method, headers, body, protocol, timeout]: Request
  ): Promise<Answer> {
    try {
      return new Answer(
        await this.#agent.request({
          origin: `${protocol}://${host}:${port}`,
          path,
          method: method as Dispatcher.HttpMethod,
          headers: headers as Record<string, string>,
          // The SDK passes an empty string for "no body", but a GET request must not have a body.
          body: body === '' ? null : body,
          headersTimeout: timeout,
          bodyTimeout: timeout,
        }),
      )
    } catch (error) {
      throw toSdkError(error)
    }
  }
}
