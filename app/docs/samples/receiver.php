<?php

require __DIR__ . '/verify.php';

$secret = getenv('WEBHOOK_SECRET');
if (!$secret) {
    http_response_code(500);
    exit('Set WEBHOOK_SECRET to the secret of the subscription.');
}

$body = file_get_contents('php://input'); // the raw bytes are what was signed
if (!verify_delivery(getallheaders(), $body, $secret)) {
    http_response_code(401);
    exit;
}

http_response_code(204);
if (function_exists('fastcgi_finish_request')) {
    fastcgi_finish_request(); // answer first, work afterwards
}
$event = json_decode($body, true);
error_log($event['type'] . ' ' . $event['data']['booking']['reference']);
