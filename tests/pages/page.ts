/** A browser without scripts, in the process of the server: it renders pages, follows links and sends forms. */
import type { FastifyInstance } from 'fastify'
import { type Element, isVisible, parsePage, type Root, textOf } from './dom.ts'
import { entriesOf, formOf, isSubmitter, refusedByBrowser } from './form.ts'
import { Finder } from './locator.ts'

export type Received = {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
  readonly text: string
  json<Result = never>(): Result
}

type Sent = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly data?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly body?: string | FormData
}

type Cookie = { readonly value: string; readonly path: string }

/** The cookies and headers of one browser; several pages may share it. */
export class Visitor {
  readonly #cookies = new Map<string, Cookie>()
  readonly #fastify: FastifyInstance
  readonly origin: string
  readonly #headers: Readonly<Record<string, string>>

  constructor(fastify: FastifyInstance, origin: string, headers: Readonly<Record<string, string>>) {
    this.#fastify = fastify
    this.origin = origin
    this.#headers = headers
  }

  newPage(): Page {
    return new Page(this)
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, { value, path: '/' })
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value
  }

  /** Sends one request with this browser's cookies, and keeps those of the answer. Doesn't follow redirects. */
  async send(address: string, sent: Sent = {}): Promise<Received> {
    const url = new URL(address, this.origin)
    const request = new Request(url, {
      method: sent.method ?? 'GET',
      headers: {
        ...(sent.data === undefined ? {} : { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.data === undefined ? {} : { body: JSON.stringify(sent.data) }),
      ...(sent.form ? { body: new URLSearchParams(sent.form) } : {}),
      ...(sent.body === undefined ? {} : { body: sent.body }),
      redirect: 'manual',
    })
    return url.origin === this.origin ? this.#inject(url, request) : readResponse(await fetch(request))
  }

  async #inject(url: URL, request: Request): Promise<Received> {
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const payload = Buffer.from(await request.arrayBuffer())
    const response = await this.#fastify.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      headers: {
        host: url.host,
        ...this.#headers,
        ...(cookie === '' ? {} : { cookie }),
        ...Object.fromEntries(request.headers),
        ...(payload.length > 0 ? { 'content-length': String(payload.length) } : {}),
      },
      ...(payload.length > 0 ? { payload } : {}),
    })
    for (const { name, value, path = '/', maxAge, expires } of response.cookies)
      if (maxAge === 0 || (expires && expires.getTime() < Date.now())) this.#cookies.delete(name)
      else this.#cookies.set(name, { value, path })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers))
      for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one))
    return toReceived(response.statusCode, headers, response.rawPayload)
  }

  /** Calls the API with this browser's session; returns the parsed response, or throws if it was refused. */
  async call<Result = Record<string, never>>(method: string, path: string, data?: unknown): Promise<Result> {
    const answer = await this.send(path, { method, ...(data === undefined ? {} : { data }) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.text === '' ? (undefined as Result) : answer.json<Result>()
  }
}

const toReceived = (status: number, headers: Headers, body: Buffer): Received => ({
  status,
  headers,
  body,
  text: body.toString('utf8'),
  json: <Result>() => JSON.parse(body.toString('utf8')) as Result,
})
const readResponse = async (response: Response) =>
  toReceived(response.status, response.headers, Buffer.from(await response.arrayBuffer()))

type Loading = { readonly policy?: string | null; readonly times?: number }
/** `times`: how often a form is sent, as after a lost answer. */
export type Clicks = { readonly times?: number }

const redirectsMax = 20

/** Whether the policy of a page allows its forms to be sent to an address. */
function allowsForm(policy: string | null, origin: string, target: URL): boolean {
  const allowed = /(?:^|;)\s*form-action([^;]*)/.exec(policy ?? '')?.[1]
  if (allowed === undefined) return true
  return allowed
    .trim()
    .split(/\s+/)
    .some((source) => (source === "'self'" ? target.origin === origin : target.href.startsWith(source)))
}

export class Page extends Finder {
  readonly visitor: Visitor
  url = new URL('about:blank')
  status = 0
  headers = new Headers()
  html = ''
  readonly files = new Map<Element, readonly File[]>()
  #root: Root = parsePage('')

  constructor(visitor: Visitor) {
    super()
    this.visitor = visitor
  }

  get page(): Page {
    return this
  }
  get root(): Root {
    return this.#root
  }
  elements(): (Root | Element)[] {
    return [this.#root]
  }
  /** The visible text of the page. */
  get text(): string {
    return textOf(this.#root)
  }
  /** The address, status and main text, for messages. */
  get summary(): string {
    const [main] = this.locator('main').elements()
    return `${this.url.href} (${this.status}): ${textOf(main ?? this.#root).slice(0, 1500)}`
  }
  get title(): string {
    const title = this.locator('title').elements()[0]
    return title ? textOf(title) : ''
  }

  /** Opens an address, following redirects; returns its status. */
  async goto(address: string | URL): Promise<number> {
    return this.#load(new URL(address, this.url.protocol === 'about:' ? this.visitor.origin : this.url))
  }
  async reload(): Promise<number> {
    return this.#load(this.url)
  }

  /** Loads a page. A form is sent `times` times; all but the last answer are lost. */
  async #load(target: URL, sent: Sent = {}, { policy = null, times = 1 }: Loading = {}): Promise<number> {
    for (let lost = 1; lost < times; lost++) await this.visitor.send(target.href, sent)
    let [url, request] = [target, sent]
    for (let redirects = 0; redirects <= redirectsMax; redirects++) {
      const answer = await this.visitor.send(url.href, {
        ...request,
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...request.headers },
      })
      const location = answer.headers.get('location')
      if (answer.status < 300 || answer.status >= 400 || location === null) {
        this.#show(url, answer)
        return answer.status
      }
      const next = new URL(location, url)
      // Chromium applies the policy of a form to its redirects too.
      if (sent.method === 'POST' && !allowsForm(policy, this.url.origin, next))
        throw new Error(`the page's policy refuses to send its form to ${next.href}`)
      if (next.hash === '') next.hash = url.hash
      url = next
      if (![307, 308].includes(answer.status)) request = {}
    }
    throw new Error(`too many redirects: ${target.href}`)
  }

  #show(url: URL, { status, headers, text }: Received): void {
    this.url = url
    this.status = status
    this.headers = headers
    this.html = text
    this.files.clear()
    this.#root = parsePage(headers.get('content-type')?.startsWith('text/html') ? text : '')
  }

  /** Follows a link, sends the form of a button, or checks the control of a label. */
  async click(element: Element, { times = 1 }: Clicks = {}): Promise<void> {
    if (!isVisible(element)) throw new Error('this element is hidden')
    const { name, attribs } = element
    if (name === 'a') return void (await this.goto(new URL(attribs.href ?? '', this.url)))
    if (name === 'summary') return void ((element.parent as Element).attribs.open = '')
    const form = isSubmitter(element) ? formOf(this.#root, element) : undefined
    if (!form) throw new Error(`nothing happens without scripts: ${name} ${textOf(element)}`)
    if (attribs.disabled !== undefined) throw new Error(`this button is disabled: ${textOf(element)}`)
    await this.#submit(form, element, times)
  }

  async #submit(form: Element, submitter: Element, times: number): Promise<void> {
    if (form.attribs.novalidate === undefined && submitter.attribs.formnovalidate === undefined) {
      const refused = refusedByBrowser(this.#root, form, this.files)
      if (refused.length > 0) throw new Error(`the browser refuses to send ${refused.join(', ')}`)
    }
    const method = (submitter.attribs.formmethod ?? form.attribs.method ?? 'get').toUpperCase()
    const target = new URL(submitter.attribs.formaction ?? form.attribs.action ?? this.url.href, this.url)
    const policy = this.headers.get('content-security-policy')
    if (!allowsForm(policy, this.url.origin, target))
      throw new Error(`the page's policy refuses to send its form to ${target.href}`)
    const entries = entriesOf(this.#root, form, submitter, this.files)
    const plain = entries.map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : value.name,
    ])
    if (method === 'GET') {
      target.search = new URLSearchParams(plain).toString()
      return void (await this.#load(target))
    }
    const headers = { origin: this.url.origin, referer: this.url.href, 'sec-fetch-site': 'same-origin' }
    if ((submitter.attribs.formenctype ?? form.attribs.enctype) !== 'multipart/form-data') {
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams(plain).toString()
      return void (await this.#load(target, { method, headers: { ...headers, ...type }, body }, { policy, times }))
    }
    const body = new FormData()
    for (const [name, value] of entries) body.append(name, value)
    await this.#load(target, { method, headers, body }, { policy, times })
  }
}
