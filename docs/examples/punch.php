<?php
// Lists time, clocks in and out, follows the changes, and verifies webhooks: php punch.php < webhooks
// Needs PHP 8.0 or later with its curl extension.

$url = (getenv('CLOCKHOUSE_URL') ?: 'http://127.0.0.1:8080') . '/api/v1';
$token = getenv('CLOCKHOUSE_TOKEN');
$secret = getenv('WEBHOOK_SECRET') ?: '';

/** Sends a request, and again if there is no answer or the server is busy: the key makes that safe. */
function call(string $method, string $path, array $query = [], ?array $data = null): array
{
    global $url, $token;
    $headers = ["Authorization: Bearer $token", 'Idempotency-Key: ' . bin2hex(random_bytes(16))];
    $options = [CURLOPT_CUSTOMREQUEST => $method, CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 60];
    if ($data !== null) {
        $headers[] = 'Content-Type: application/json';
        $options[CURLOPT_POSTFIELDS] = json_encode(['data' => $data]);
    }
    for ($try = 1; ; $try++) {
        $wait = 2 ** $try;
        $curl = curl_init($url . $path . ($query ? '?' . http_build_query($query) : ''));
        curl_setopt_array($curl, $options + [
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_HEADERFUNCTION => function ($curl, $line) use (&$wait) {
                if (preg_match('/^retry-after: *(\d+)/i', $line, $found)) {
                    $wait = (int) $found[1];
                }
                return strlen($line);
            },
        ]);
        $body = curl_exec($curl);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        if ($status === 200 && $body !== false) {
            return json_decode($body, true);
        }
        if ($try === 5 || ($status !== 0 && $status !== 429 && $status < 500)) {
            exit("$method $path: $status $body\n");
        }
        sleep($wait);
    }
}

/** All records of a list, page after page. */
function records(string $path, array $query): iterable
{
    for ($page = 1; ; $page++) {
        $answer = call('GET', $path, $query + ['page' => $page]);
        yield from array_values($answer['results'][trim($path, '/')]);
        if (!$answer['more']) {
            return;
        }
    }
}

/** Writes one item; its outcome says whether it was accepted. */
function save(string $method, string $path, array $item): array
{
    $result = call($method, $path, [], [$item])['results'][trim($path, '/')]['1'];
    if ($result['_status_code'] >= 300) {
        exit($result['_status_extra'] . "\n");
    }
    return $result;
}

/** Verifies a webhook by Standard Webhooks; returns its content. */
function verify(array $headers, string $body, string $secret): array
{
    $sent = array_change_key_case($headers);
    if (abs(time() - (int) ($sent['webhook-timestamp'] ?? 0)) > 300) {
        throw new RuntimeException('the time differs by more than five minutes');
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $signed = "{$sent['webhook-id']}.{$sent['webhook-timestamp']}.$body";
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $sent['webhook-signature'] ?? '') as $one) {
        if (hash_equals($wanted, $one)) {
            return json_decode($body, true);
        }
    }
    throw new RuntimeException('no signature fits');
}

$userId = array_values(call('GET', '/current_user')['results']['users'])[0]['id'];

$seconds = 0;
foreach (records('/timesheets', ['start_date' => gmdate('Y-m-d', time() - 30 * 86400), 'user_ids' => $userId]) as $sheet) {
    $seconds += $sheet['duration'];
}
echo "worked $seconds seconds\n";

$cursor = call('GET', '/changes', ['cursor' => 'now'])['cursor'];
$item = ['user_id' => $userId, 'jobcode_id' => 0, 'type' => 'regular', 'start' => gmdate('c'), 'end' => ''];
$running = save('POST', '/timesheets', $item);
save('PUT', '/timesheets', ['id' => $running['id'], 'end' => gmdate('c')]);

do {
    $answer = call('GET', '/changes', ['cursor' => $cursor, 'types' => 'timesheets']);
    foreach ($answer['results']['changes'] as $change) {
        if ($change['id'] === $running['id']) {
            echo "{$change['change']} {$change['type']}\n";
        }
    }
    $cursor = $answer['cursor'];
} while ($answer['more']);

// One webhook a line, as {"headers": {...}, "body": "..."}; a server takes them from its requests.
while (($line = fgets(STDIN)) !== false) {
    $webhook = json_decode($line, true);
    try {
        $event = verify($webhook['headers'], $webhook['body'], $secret);
        echo "webhook {$event['type']}\n";
    } catch (RuntimeException $error) {
        echo "webhook refused: {$error->getMessage()}\n";
    }
}
