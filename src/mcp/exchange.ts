import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

type Auth = { token: string; clientId: string; scopes: string[]; extra: Record<string, unknown> }

/**
 * Serves the current protocol and that of 2025 over HTTP. Every response is JSON, because no tool says anything before
 * its result. So clients that read only JSON are served, too.
 */
export function mcpExchange(serverFor: (extra: Auth['extra']) => Server) {
  const handler = createMcpHandler(
    ({ authInfo }) => serverFor(authInfo?.extra ?? {}),
    // Only data changes, so there is nothing to subscribe to.
    { maxSubscriptions: 0 },
  )
  return {
    async serve(request: Request, extra: Auth['extra']): Promise<Response> {
      const authInfo: Auth = { token: '', clientId: '', scopes: [], extra }
      if (request.method !== 'POST' || !(await isLegacyRequest(request))) return handler.fetch(request, { authInfo })
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
      const server = serverFor(extra)
      await server.connect(transport)
      try {
        return await transport.handleRequest(request, { authInfo })
      } finally {
        await server.close()
      }
    },
    close: () => handler.close(),
  }
}
