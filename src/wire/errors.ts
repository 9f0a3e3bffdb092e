import type { Reason } from '../rules/refusals/reason.ts'

const phrases: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Request Entity Too Large',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  499: 'Unauthorized IP Address',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** The reason phrase of a status. */
export function phrase(status: number): string {
  return phrases[status] ?? 'Error'
}

/** The body of a request-level error, as text. */
export function errorBody(status: number, detail: string, oauth?: string): string {
  if (oauth) return JSON.stringify({ error: oauth, error_description: detail })
  return JSON.stringify({ error: { code: status, message: messageOf(status, detail) } })
}

/** The same for the web app, which is also told the sentence by itself and, if there is one, the reason. */
export function errorBodyForApp(status: number, detail: string, reason: Reason | undefined): string {
  return JSON.stringify({ error: { code: status, message: messageOf(status, detail), detail, reason } })
}

function messageOf(status: number, detail: string): string {
  return `${phrase(status)}: ${detail}`
}
