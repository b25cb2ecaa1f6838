import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import type { Log } from '#shared/ports.ts'
import { type Config, projectDir } from './config/config.ts'
import type { SandboxConfig } from './config/payments.ts'

/** The sandbox banks, each a process of its own; one that ends is started again, because a bank does not end with us. */
export function sandboxBanks({ BASE_URL, PORT, DATA_DIR }: Config, log: Log) {
  const processes = new Map<string, ChildProcess>()
  let isStopping = false

  function start(bank: SandboxConfig): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = fork(path.join(projectDir, 'sandbox/main.ts'), {
        env: {
          ...process.env,
          SANDBOX_PORT: String(bank.port),
          SANDBOX_SECRET_KEY: bank.secretKey,
          SANDBOX_PUBLISHABLE_KEY: bank.publishableKey,
          SANDBOX_WEBHOOK_SECRET: bank.webhookSecret,
          SANDBOX_DIR: path.join(DATA_DIR, bank.name),
          SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${PORT}/webhooks/payments`,
          SANDBOX_ALLOWED_ORIGINS: [BASE_URL, `http://127.0.0.1:${PORT}`, `http://localhost:${PORT}`].join(','),
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        // Ctrl-C reaches the whole group of a terminal; payments in progress still need their bank then. It ends when
        // this process does.
        detached: true,
      })
      processes.set(bank.name, child)
      child.once('message', () => resolve())
      child.once('exit', (code) => {
        if (isStopping) return
        const variable = `${bank.prefix}_PORT`
        reject(new Error(`the sandbox bank ended with ${code}; is port ${bank.port} taken? Set ${variable}.`))
        log.error({ code, bank: bank.name }, 'the sandbox bank ended and is started again')
        setTimeout(
          () => void start(bank).catch((error: unknown) => log.error({ error }, 'the sandbox bank did not start')),
          1000,
        )
      })
    })
  }

  return {
    /** Resolves when the bank listens. Throws when it ends before. */
    start,
    /** Ends all banks; none is started again. */
    end: () => {
      isStopping = true
      for (const child of processes.values()) child.kill('SIGTERM')
    },
  }
}
