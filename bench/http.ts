import http from 'node:http'

export type ApiResult = { readonly status: number; readonly body: never }

/** Sends a request over a keep-alive connection with minimal overhead. Returns the JSON response. */
export const ask = (
  url: string,
  input: { method: string; agent: http.Agent; headers: Record<string, string>; body: string },
): Promise<ApiResult> =>
  new Promise((resolve, reject) => {
    const request = http.request(
      url,
      {
        method: input.method,
        agent: input.agent,
        headers: { ...input.headers, 'content-length': Buffer.byteLength(input.body) },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => {
          try {
            resolve({
              status: answer.statusCode ?? 0,
              body: JSON.parse(Buffer.concat(parts).toString('utf8')) as never,
            })
          } catch (error) {
            reject(error as Error)
          }
        })
      },
    )
    request.on('error', reject)
    request.end(input.body)
  })
