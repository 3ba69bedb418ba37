// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

const PublishResponse = validate20;
const schema31 = {"$ref":"components#/$defs/PublishResponse","$id":"PublishResponse"};
const schema33 = {"description":"One result for a URL or an API, or one result per endpoint of a URL group.","anyOf":[{"$ref":"components#/$defs/PublishResult"},{"type":"array","items":{"$ref":"components#/$defs/GroupPublishResult"}}]};
const schema34 = {"description":"An accepted message or a duplicate.","type":"object","required":["messageId","url"],"properties":{"messageId":{"description":"The unique id of the message.","type":"string"},"url":{"description":"The destination.","type":"string"},"deduplicated":{"description":"True if the message is a duplicate and was not sent.","type":["boolean","null"]}}};
const schema35 = {"description":"The result for one endpoint of a URL group. The contract does not define other fields.","type":"object","required":["messageId"],"properties":{"messageId":{"description":"The unique id of the message for this endpoint.","type":"string"},"url":{"description":"The URL of the endpoint.","type":["string","null"]},"deduplicated":{"description":"True if the message is a duplicate and was not sent.","type":["boolean","null"]}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.messageId === undefined){
const err0 = {instancePath,schemaPath:"components#/$defs/PublishResult/required",keyword:"required",params:{missingProperty: "messageId"},message:"must have required property '"+"messageId"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.url === undefined){
const err1 = {instancePath,schemaPath:"components#/$defs/PublishResult/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.messageId !== undefined){
if(typeof data.messageId !== "string"){
const err2 = {instancePath:instancePath+"/messageId",schemaPath:"components#/$defs/PublishResult/properties/messageId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.url !== undefined){
if(typeof data.url !== "string"){
const err3 = {instancePath:instancePath+"/url",schemaPath:"components#/$defs/PublishResult/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.deduplicated !== undefined){
let data2 = data.deduplicated;
if((typeof data2 !== "boolean") && (data2 !== null)){
const err4 = {instancePath:instancePath+"/deduplicated",schemaPath:"components#/$defs/PublishResult/properties/deduplicated/type",keyword:"type",params:{type: schema34.properties.deduplicated.type},message:"must be boolean,null"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"components#/$defs/PublishResult/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
var props0 = {};
props0.messageId = true;
props0.url = true;
props0.deduplicated = true;
}
const _errs10 = errors;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data3 = data[i0];
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.messageId === undefined){
const err6 = {instancePath:instancePath+"/" + i0,schemaPath:"components#/$defs/GroupPublishResult/required",keyword:"required",params:{missingProperty: "messageId"},message:"must have required property '"+"messageId"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data3.messageId !== undefined){
if(typeof data3.messageId !== "string"){
const err7 = {instancePath:instancePath+"/" + i0+"/messageId",schemaPath:"components#/$defs/GroupPublishResult/properties/messageId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data3.url !== undefined){
let data5 = data3.url;
if((typeof data5 !== "string") && (data5 !== null)){
const err8 = {instancePath:instancePath+"/" + i0+"/url",schemaPath:"components#/$defs/GroupPublishResult/properties/url/type",keyword:"type",params:{type: schema35.properties.url.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data3.deduplicated !== undefined){
let data6 = data3.deduplicated;
if((typeof data6 !== "boolean") && (data6 !== null)){
const err9 = {instancePath:instancePath+"/" + i0+"/deduplicated",schemaPath:"components#/$defs/GroupPublishResult/properties/deduplicated/type",keyword:"type",params:{type: schema35.properties.deduplicated.type},message:"must be boolean,null"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/" + i0,schemaPath:"components#/$defs/GroupPublishResult/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
var items0 = true;
}
if(!valid0){
const err12 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate22.errors = vErrors;
evaluated0.props = props0;
evaluated0.items = items0;
return errors === 0;
}
validate22.evaluated = {"dynamicProps":true,"dynamicItems":true};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="PublishResponse" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate22(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate22.errors);
errors = vErrors.length;
}
else {
var props0 = validate22.evaluated.props;
var items0 = validate22.evaluated.items;
}
validate20.errors = vErrors;
evaluated0.props = props0;
evaluated0.items = items0;
return errors === 0;
}
validate20.evaluated = {"dynamicProps":true,"dynamicItems":true};

const DlqPage = validate24;
const schema36 = {"$ref":"components#/$defs/DlqPage","$id":"DlqPage"};
const schema37 = {"description":"One page of DLQ entries.","type":"object","required":["messages"],"properties":{"cursor":{"$ref":"components#/$defs/Cursor"},"messages":{"description":"The DLQ entries. The contract does not define their order.","type":"array","items":{"$ref":"components#/$defs/DlqMessage"}}}};
const schema38 = {"description":"The position of the next page. Absent, null or empty on the last page.","type":["string","null"]};
const schema39 = {"description":"A failed workflow run in the dead letter queue.","type":"object","required":["messageId","dlqId","url","method","header","maxRetries","notBefore","createdAt","callerIP","workflowRunId","workflowCreatedAt","workflowUrl"],"properties":{"messageId":{"description":"The id of the failed message.","type":"string"},"dlqId":{"description":"The id of the entry in DLQ paths.","type":"string"},"url":{"description":"The endpoint URL of the workflow.","type":"string"},"method":{"description":"The HTTP method of the request.","type":"string"},"header":{"description":"The headers of the initial request, including settings.","$ref":"components#/$defs/HeaderMap"},"body":{"description":"The payload, if it is UTF-8.","type":["string","null"]},"bodyBase64":{"description":"The payload in base64, if it is not UTF-8.","type":["string","null"],"contentEncoding":"base64"},"maxRetries":{"description":"The maximum number of retries of the message.","type":"integer"},"notBefore":{"description":"The earliest processing time (Unix milliseconds).","$ref":"components#/$defs/UnixMilliseconds"},"createdAt":{"description":"The creation time of the run, the message or the entry (Unix milliseconds). The contract does not define which of them.","$ref":"components#/$defs/UnixMilliseconds"},"failureCallback":{"description":"The failure callback URL, if set.","type":["string","null"]},"failureCallbackHeader":{"description":"The headers of the failure callback request.","$ref":"components#/$defs/OptionalHeaderMap"},"callerIP":{"description":"The IP address of the publisher.","type":"string"},"workflowRunId":{"description":"The id of the failed run.","type":"string"},"workflowCreatedAt":{"description":"The creation time of this run (Unix milliseconds).","$ref":"components#/$defs/UnixMilliseconds"},"workflowUrl":{"description":"The workflow URL of this run.","type":"string"},"flowControlKey":{"description":"The flow control key, if set.","type":["string","null"]},"rate":{"description":"The maximum number of messages of the key per period, if set.","type":["integer","null"]},"parallelism":{"description":"The maximum number of parallel messages of the key, if set.","type":["integer","null"]},"period":{"description":"The period of the rate, if set.","type":["integer","null"]},"responseStatus":{"description":"The HTTP status of the last failed attempt.","type":["integer","null"]},"responseHeader":{"description":"The response headers of the last failed attempt.","$ref":"components#/$defs/OptionalHeaderMap"},"responseBody":{"description":"The response body of the last failed attempt, if it is UTF-8.","type":["string","null"]},"responseBodyBase64":{"description":"The response body of the last failed attempt in base64, if it is not UTF-8.","type":["string","null"],"contentEncoding":"base64"},"failureCallbackInfo":{"description":"The result of the failure callback.","anyOf":[{"$ref":"components#/$defs/FailureCallbackInfo"},{"type":"null"}]}}};
const schema40 = {"description":"A map from header names to lists of values.","type":"object","additionalProperties":{"type":"array","items":{"type":"string"}}};
const schema41 = {"description":"A time in Unix milliseconds.","type":"integer"};
const schema43 = {"description":"A header map, or null.","anyOf":[{"$ref":"components#/$defs/HeaderMap"},{"type":"null"}]};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
let data0 = data[key0];
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(typeof data0[i0] !== "string"){
const err0 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"components#/$defs/HeaderMap/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"components#/$defs/HeaderMap/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"components#/$defs/HeaderMap/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
var props0 = true;
}
const _errs9 = errors;
if(data !== null){
const err3 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs9 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const err4 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate27.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate27.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema46 = {"description":"The state and the response of the failure callback.","type":"object","properties":{"state":{"description":"The state of the failure callback. The contract does not define other states.","type":["string","null"],"x-known-values":["CALLBACK_SUCCESS"]},"responseStatus":{"description":"The HTTP status of the response.","type":["integer","null"]},"responseBody":{"description":"The body of the response.","type":["string","null"]},"responseHeaders":{"description":"The headers of the response.","$ref":"components#/$defs/OptionalHeaderMap"}}};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.state !== undefined){
let data0 = data.state;
if((typeof data0 !== "string") && (data0 !== null)){
const err0 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: schema46.properties.state.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.responseStatus !== undefined){
let data1 = data.responseStatus;
if((!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))) && (data1 !== null)){
const err1 = {instancePath:instancePath+"/responseStatus",schemaPath:"#/properties/responseStatus/type",keyword:"type",params:{type: schema46.properties.responseStatus.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.responseBody !== undefined){
let data2 = data.responseBody;
if((typeof data2 !== "string") && (data2 !== null)){
const err2 = {instancePath:instancePath+"/responseBody",schemaPath:"#/properties/responseBody/type",keyword:"type",params:{type: schema46.properties.responseBody.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.responseHeaders !== undefined){
if(!(validate27(data.responseHeaders, {instancePath:instancePath+"/responseHeaders",parentData:data,parentDataProperty:"responseHeaders",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate27.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":{"state":true,"responseStatus":true,"responseBody":true,"responseHeaders":true},"dynamicProps":false,"dynamicItems":false};


function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.messageId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "messageId"},message:"must have required property '"+"messageId"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.dlqId === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "dlqId"},message:"must have required property '"+"dlqId"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.url === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.method === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "method"},message:"must have required property '"+"method"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.header === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "header"},message:"must have required property '"+"header"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.maxRetries === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "maxRetries"},message:"must have required property '"+"maxRetries"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.notBefore === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "notBefore"},message:"must have required property '"+"notBefore"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.createdAt === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "createdAt"},message:"must have required property '"+"createdAt"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.callerIP === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "callerIP"},message:"must have required property '"+"callerIP"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.workflowRunId === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowRunId"},message:"must have required property '"+"workflowRunId"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.workflowCreatedAt === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowCreatedAt"},message:"must have required property '"+"workflowCreatedAt"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.workflowUrl === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowUrl"},message:"must have required property '"+"workflowUrl"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.messageId !== undefined){
if(typeof data.messageId !== "string"){
const err12 = {instancePath:instancePath+"/messageId",schemaPath:"#/properties/messageId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.dlqId !== undefined){
if(typeof data.dlqId !== "string"){
const err13 = {instancePath:instancePath+"/dlqId",schemaPath:"#/properties/dlqId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.url !== undefined){
if(typeof data.url !== "string"){
const err14 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.method !== undefined){
if(typeof data.method !== "string"){
const err15 = {instancePath:instancePath+"/method",schemaPath:"#/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.header !== undefined){
let data4 = data.header;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key0 in data4){
let data5 = data4[key0];
if(Array.isArray(data5)){
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
if(typeof data5[i0] !== "string"){
const err16 = {instancePath:instancePath+"/header/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"components#/$defs/HeaderMap/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/header/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"components#/$defs/HeaderMap/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/header",schemaPath:"components#/$defs/HeaderMap/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.body !== undefined){
let data7 = data.body;
if((typeof data7 !== "string") && (data7 !== null)){
const err19 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/type",keyword:"type",params:{type: schema39.properties.body.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.bodyBase64 !== undefined){
let data8 = data.bodyBase64;
if((typeof data8 !== "string") && (data8 !== null)){
const err20 = {instancePath:instancePath+"/bodyBase64",schemaPath:"#/properties/bodyBase64/type",keyword:"type",params:{type: schema39.properties.bodyBase64.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.maxRetries !== undefined){
let data9 = data.maxRetries;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err21 = {instancePath:instancePath+"/maxRetries",schemaPath:"#/properties/maxRetries/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.notBefore !== undefined){
let data10 = data.notBefore;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err22 = {instancePath:instancePath+"/notBefore",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.createdAt !== undefined){
let data11 = data.createdAt;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err23 = {instancePath:instancePath+"/createdAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.failureCallback !== undefined){
let data12 = data.failureCallback;
if((typeof data12 !== "string") && (data12 !== null)){
const err24 = {instancePath:instancePath+"/failureCallback",schemaPath:"#/properties/failureCallback/type",keyword:"type",params:{type: schema39.properties.failureCallback.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.failureCallbackHeader !== undefined){
if(!(validate27(data.failureCallbackHeader, {instancePath:instancePath+"/failureCallbackHeader",parentData:data,parentDataProperty:"failureCallbackHeader",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate27.errors);
errors = vErrors.length;
}
}
if(data.callerIP !== undefined){
if(typeof data.callerIP !== "string"){
const err25 = {instancePath:instancePath+"/callerIP",schemaPath:"#/properties/callerIP/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.workflowRunId !== undefined){
if(typeof data.workflowRunId !== "string"){
const err26 = {instancePath:instancePath+"/workflowRunId",schemaPath:"#/properties/workflowRunId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.workflowCreatedAt !== undefined){
let data16 = data.workflowCreatedAt;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err27 = {instancePath:instancePath+"/workflowCreatedAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.workflowUrl !== undefined){
if(typeof data.workflowUrl !== "string"){
const err28 = {instancePath:instancePath+"/workflowUrl",schemaPath:"#/properties/workflowUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.flowControlKey !== undefined){
let data18 = data.flowControlKey;
if((typeof data18 !== "string") && (data18 !== null)){
const err29 = {instancePath:instancePath+"/flowControlKey",schemaPath:"#/properties/flowControlKey/type",keyword:"type",params:{type: schema39.properties.flowControlKey.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.rate !== undefined){
let data19 = data.rate;
if((!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))) && (data19 !== null)){
const err30 = {instancePath:instancePath+"/rate",schemaPath:"#/properties/rate/type",keyword:"type",params:{type: schema39.properties.rate.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.parallelism !== undefined){
let data20 = data.parallelism;
if((!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))) && (data20 !== null)){
const err31 = {instancePath:instancePath+"/parallelism",schemaPath:"#/properties/parallelism/type",keyword:"type",params:{type: schema39.properties.parallelism.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.period !== undefined){
let data21 = data.period;
if((!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))) && (data21 !== null)){
const err32 = {instancePath:instancePath+"/period",schemaPath:"#/properties/period/type",keyword:"type",params:{type: schema39.properties.period.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.responseStatus !== undefined){
let data22 = data.responseStatus;
if((!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))) && (data22 !== null)){
const err33 = {instancePath:instancePath+"/responseStatus",schemaPath:"#/properties/responseStatus/type",keyword:"type",params:{type: schema39.properties.responseStatus.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.responseHeader !== undefined){
if(!(validate27(data.responseHeader, {instancePath:instancePath+"/responseHeader",parentData:data,parentDataProperty:"responseHeader",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate27.errors);
errors = vErrors.length;
}
}
if(data.responseBody !== undefined){
let data24 = data.responseBody;
if((typeof data24 !== "string") && (data24 !== null)){
const err34 = {instancePath:instancePath+"/responseBody",schemaPath:"#/properties/responseBody/type",keyword:"type",params:{type: schema39.properties.responseBody.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.responseBodyBase64 !== undefined){
let data25 = data.responseBodyBase64;
if((typeof data25 !== "string") && (data25 !== null)){
const err35 = {instancePath:instancePath+"/responseBodyBase64",schemaPath:"#/properties/responseBodyBase64/type",keyword:"type",params:{type: schema39.properties.responseBodyBase64.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.failureCallbackInfo !== undefined){
let data26 = data.failureCallbackInfo;
const _errs57 = errors;
let valid8 = false;
const _errs58 = errors;
if(!(validate30(data26, {instancePath:instancePath+"/failureCallbackInfo",parentData:data,parentDataProperty:"failureCallbackInfo",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate30.errors);
errors = vErrors.length;
}
var _valid0 = _errs58 === errors;
valid8 = valid8 || _valid0;
if(_valid0){
var props2 = {};
props2.state = true;
props2.responseStatus = true;
props2.responseBody = true;
props2.responseHeaders = true;
}
const _errs59 = errors;
if(data26 !== null){
const err36 = {instancePath:instancePath+"/failureCallbackInfo",schemaPath:"#/properties/failureCallbackInfo/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
var _valid0 = _errs59 === errors;
valid8 = valid8 || _valid0;
if(!valid8){
const err37 = {instancePath:instancePath+"/failureCallbackInfo",schemaPath:"#/properties/failureCallbackInfo/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
else {
errors = _errs57;
if(vErrors !== null){
if(_errs57){
vErrors.length = _errs57;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err38 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":{"messageId":true,"dlqId":true,"url":true,"method":true,"header":true,"body":true,"bodyBase64":true,"maxRetries":true,"notBefore":true,"createdAt":true,"failureCallback":true,"failureCallbackHeader":true,"callerIP":true,"workflowRunId":true,"workflowCreatedAt":true,"workflowUrl":true,"flowControlKey":true,"rate":true,"parallelism":true,"period":true,"responseStatus":true,"responseHeader":true,"responseBody":true,"responseBodyBase64":true,"failureCallbackInfo":true},"dynamicProps":false,"dynamicItems":false};


function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.messages === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "messages"},message:"must have required property '"+"messages"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.cursor !== undefined){
let data0 = data.cursor;
if((typeof data0 !== "string") && (data0 !== null)){
const err1 = {instancePath:instancePath+"/cursor",schemaPath:"components#/$defs/Cursor/type",keyword:"type",params:{type: schema38.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.messages !== undefined){
let data1 = data.messages;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate26(data1[i0], {instancePath:instancePath+"/messages/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate26.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/messages",schemaPath:"#/properties/messages/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":{"cursor":true,"messages":true},"dynamicProps":false,"dynamicItems":false};


function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="DlqPage" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate25(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate25.errors);
errors = vErrors.length;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":{"cursor":true,"messages":true},"dynamicProps":false,"dynamicItems":false};

const DlqMessage = validate35;
const schema47 = {"$ref":"components#/$defs/DlqMessage","$id":"DlqMessage"};

function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate36.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.messageId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "messageId"},message:"must have required property '"+"messageId"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.dlqId === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "dlqId"},message:"must have required property '"+"dlqId"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.url === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.method === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "method"},message:"must have required property '"+"method"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.header === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "header"},message:"must have required property '"+"header"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.maxRetries === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "maxRetries"},message:"must have required property '"+"maxRetries"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.notBefore === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "notBefore"},message:"must have required property '"+"notBefore"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.createdAt === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "createdAt"},message:"must have required property '"+"createdAt"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.callerIP === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "callerIP"},message:"must have required property '"+"callerIP"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.workflowRunId === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowRunId"},message:"must have required property '"+"workflowRunId"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.workflowCreatedAt === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowCreatedAt"},message:"must have required property '"+"workflowCreatedAt"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.workflowUrl === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowUrl"},message:"must have required property '"+"workflowUrl"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.messageId !== undefined){
if(typeof data.messageId !== "string"){
const err12 = {instancePath:instancePath+"/messageId",schemaPath:"#/properties/messageId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.dlqId !== undefined){
if(typeof data.dlqId !== "string"){
const err13 = {instancePath:instancePath+"/dlqId",schemaPath:"#/properties/dlqId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.url !== undefined){
if(typeof data.url !== "string"){
const err14 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.method !== undefined){
if(typeof data.method !== "string"){
const err15 = {instancePath:instancePath+"/method",schemaPath:"#/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.header !== undefined){
let data4 = data.header;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key0 in data4){
let data5 = data4[key0];
if(Array.isArray(data5)){
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
if(typeof data5[i0] !== "string"){
const err16 = {instancePath:instancePath+"/header/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"components#/$defs/HeaderMap/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/header/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"components#/$defs/HeaderMap/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/header",schemaPath:"components#/$defs/HeaderMap/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.body !== undefined){
let data7 = data.body;
if((typeof data7 !== "string") && (data7 !== null)){
const err19 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/type",keyword:"type",params:{type: schema39.properties.body.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.bodyBase64 !== undefined){
let data8 = data.bodyBase64;
if((typeof data8 !== "string") && (data8 !== null)){
const err20 = {instancePath:instancePath+"/bodyBase64",schemaPath:"#/properties/bodyBase64/type",keyword:"type",params:{type: schema39.properties.bodyBase64.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.maxRetries !== undefined){
let data9 = data.maxRetries;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err21 = {instancePath:instancePath+"/maxRetries",schemaPath:"#/properties/maxRetries/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.notBefore !== undefined){
let data10 = data.notBefore;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err22 = {instancePath:instancePath+"/notBefore",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.createdAt !== undefined){
let data11 = data.createdAt;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err23 = {instancePath:instancePath+"/createdAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.failureCallback !== undefined){
let data12 = data.failureCallback;
if((typeof data12 !== "string") && (data12 !== null)){
const err24 = {instancePath:instancePath+"/failureCallback",schemaPath:"#/properties/failureCallback/type",keyword:"type",params:{type: schema39.properties.failureCallback.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.failureCallbackHeader !== undefined){
if(!(validate27(data.failureCallbackHeader, {instancePath:instancePath+"/failureCallbackHeader",parentData:data,parentDataProperty:"failureCallbackHeader",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate27.errors);
errors = vErrors.length;
}
}
if(data.callerIP !== undefined){
if(typeof data.callerIP !== "string"){
const err25 = {instancePath:instancePath+"/callerIP",schemaPath:"#/properties/callerIP/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.workflowRunId !== undefined){
if(typeof data.workflowRunId !== "string"){
const err26 = {instancePath:instancePath+"/workflowRunId",schemaPath:"#/properties/workflowRunId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.workflowCreatedAt !== undefined){
let data16 = data.workflowCreatedAt;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err27 = {instancePath:instancePath+"/workflowCreatedAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.workflowUrl !== undefined){
if(typeof data.workflowUrl !== "string"){
const err28 = {instancePath:instancePath+"/workflowUrl",schemaPath:"#/properties/workflowUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.flowControlKey !== undefined){
let data18 = data.flowControlKey;
if((typeof data18 !== "string") && (data18 !== null)){
const err29 = {instancePath:instancePath+"/flowControlKey",schemaPath:"#/properties/flowControlKey/type",keyword:"type",params:{type: schema39.properties.flowControlKey.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.rate !== undefined){
let data19 = data.rate;
if((!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))) && (data19 !== null)){
const err30 = {instancePath:instancePath+"/rate",schemaPath:"#/properties/rate/type",keyword:"type",params:{type: schema39.properties.rate.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.parallelism !== undefined){
let data20 = data.parallelism;
if((!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))) && (data20 !== null)){
const err31 = {instancePath:instancePath+"/parallelism",schemaPath:"#/properties/parallelism/type",keyword:"type",params:{type: schema39.properties.parallelism.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.period !== undefined){
let data21 = data.period;
if((!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))) && (data21 !== null)){
const err32 = {instancePath:instancePath+"/period",schemaPath:"#/properties/period/type",keyword:"type",params:{type: schema39.properties.period.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.responseStatus !== undefined){
let data22 = data.responseStatus;
if((!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))) && (data22 !== null)){
const err33 = {instancePath:instancePath+"/responseStatus",schemaPath:"#/properties/responseStatus/type",keyword:"type",params:{type: schema39.properties.responseStatus.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.responseHeader !== undefined){
if(!(validate27(data.responseHeader, {instancePath:instancePath+"/responseHeader",parentData:data,parentDataProperty:"responseHeader",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate27.errors);
errors = vErrors.length;
}
}
if(data.responseBody !== undefined){
let data24 = data.responseBody;
if((typeof data24 !== "string") && (data24 !== null)){
const err34 = {instancePath:instancePath+"/responseBody",schemaPath:"#/properties/responseBody/type",keyword:"type",params:{type: schema39.properties.responseBody.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.responseBodyBase64 !== undefined){
let data25 = data.responseBodyBase64;
if((typeof data25 !== "string") && (data25 !== null)){
const err35 = {instancePath:instancePath+"/responseBodyBase64",schemaPath:"#/properties/responseBodyBase64/type",keyword:"type",params:{type: schema39.properties.responseBodyBase64.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.failureCallbackInfo !== undefined){
let data26 = data.failureCallbackInfo;
const _errs57 = errors;
let valid8 = false;
const _errs58 = errors;
if(!(validate30(data26, {instancePath:instancePath+"/failureCallbackInfo",parentData:data,parentDataProperty:"failureCallbackInfo",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate30.errors);
errors = vErrors.length;
}
var _valid0 = _errs58 === errors;
valid8 = valid8 || _valid0;
if(_valid0){
var props2 = {};
props2.state = true;
props2.responseStatus = true;
props2.responseBody = true;
props2.responseHeaders = true;
}
const _errs59 = errors;
if(data26 !== null){
const err36 = {instancePath:instancePath+"/failureCallbackInfo",schemaPath:"#/properties/failureCallbackInfo/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
var _valid0 = _errs59 === errors;
valid8 = valid8 || _valid0;
if(!valid8){
const err37 = {instancePath:instancePath+"/failureCallbackInfo",schemaPath:"#/properties/failureCallbackInfo/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
else {
errors = _errs57;
if(vErrors !== null){
if(_errs57){
vErrors.length = _errs57;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err38 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
validate36.errors = vErrors;
return errors === 0;
}
validate36.evaluated = {"props":{"messageId":true,"dlqId":true,"url":true,"method":true,"header":true,"body":true,"bodyBase64":true,"maxRetries":true,"notBefore":true,"createdAt":true,"failureCallback":true,"failureCallbackHeader":true,"callerIP":true,"workflowRunId":true,"workflowCreatedAt":true,"workflowUrl":true,"flowControlKey":true,"rate":true,"parallelism":true,"period":true,"responseStatus":true,"responseHeader":true,"responseBody":true,"responseBodyBase64":true,"failureCallbackInfo":true},"dynamicProps":false,"dynamicItems":false};


function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="DlqMessage" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate35.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate36(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate36.errors);
errors = vErrors.length;
}
validate35.errors = vErrors;
return errors === 0;
}
validate35.evaluated = {"props":{"messageId":true,"dlqId":true,"url":true,"method":true,"header":true,"body":true,"bodyBase64":true,"maxRetries":true,"notBefore":true,"createdAt":true,"failureCallback":true,"failureCallbackHeader":true,"callerIP":true,"workflowRunId":true,"workflowCreatedAt":true,"workflowUrl":true,"flowControlKey":true,"rate":true,"parallelism":true,"period":true,"responseStatus":true,"responseHeader":true,"responseBody":true,"responseBodyBase64":true,"failureCallbackInfo":true},"dynamicProps":false,"dynamicItems":false};

const RunReference = validate41;
const schema53 = {"$ref":"components#/$defs/RunReference","$id":"RunReference"};
const schema54 = {"description":"A run id and a creation time. Several runs can share an id, so both together identify one run.","type":"object","required":["workflowRunId","workflowCreatedAt"],"properties":{"workflowRunId":{"description":"The id of the run.","type":"string"},"workflowCreatedAt":{"description":"The creation time of the run (Unix milliseconds).","$ref":"components#/$defs/UnixMilliseconds"}}};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate42.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workflowRunId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowRunId"},message:"must have required property '"+"workflowRunId"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.workflowCreatedAt === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowCreatedAt"},message:"must have required property '"+"workflowCreatedAt"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.workflowRunId !== undefined){
if(typeof data.workflowRunId !== "string"){
const err2 = {instancePath:instancePath+"/workflowRunId",schemaPath:"#/properties/workflowRunId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.workflowCreatedAt !== undefined){
let data1 = data.workflowCreatedAt;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/workflowCreatedAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}
validate42.evaluated = {"props":{"workflowRunId":true,"workflowCreatedAt":true},"dynamicProps":false,"dynamicItems":false};


function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="RunReference" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate41.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate42(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate42.errors);
errors = vErrors.length;
}
validate41.errors = vErrors;
return errors === 0;
}
validate41.evaluated = {"props":{"workflowRunId":true,"workflowCreatedAt":true},"dynamicProps":false,"dynamicItems":false};

const BulkResult = validate44;
const schema56 = {"$ref":"components#/$defs/BulkResult","$id":"BulkResult"};
const schema57 = {"description":"The new runs of a bulk restart or resume, at most 50.","type":"object","required":["workflowRuns"],"properties":{"cursor":{"$ref":"components#/$defs/Cursor"},"workflowRuns":{"description":"The new runs. The contract does not define their order.","type":"array","items":{"$ref":"components#/$defs/RunReference"}}}};

function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate46.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workflowRunId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowRunId"},message:"must have required property '"+"workflowRunId"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.workflowCreatedAt === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowCreatedAt"},message:"must have required property '"+"workflowCreatedAt"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.workflowRunId !== undefined){
if(typeof data.workflowRunId !== "string"){
const err2 = {instancePath:instancePath+"/workflowRunId",schemaPath:"#/properties/workflowRunId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.workflowCreatedAt !== undefined){
let data1 = data.workflowCreatedAt;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/workflowCreatedAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate46.errors = vErrors;
return errors === 0;
}
validate46.evaluated = {"props":{"workflowRunId":true,"workflowCreatedAt":true},"dynamicProps":false,"dynamicItems":false};


function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate45.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workflowRuns === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowRuns"},message:"must have required property '"+"workflowRuns"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.cursor !== undefined){
let data0 = data.cursor;
if((typeof data0 !== "string") && (data0 !== null)){
const err1 = {instancePath:instancePath+"/cursor",schemaPath:"components#/$defs/Cursor/type",keyword:"type",params:{type: schema38.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.workflowRuns !== undefined){
let data1 = data.workflowRuns;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate46(data1[i0], {instancePath:instancePath+"/workflowRuns/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate46.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/workflowRuns",schemaPath:"#/properties/workflowRuns/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate45.errors = vErrors;
return errors === 0;
}
validate45.evaluated = {"props":{"cursor":true,"workflowRuns":true},"dynamicProps":false,"dynamicItems":false};


function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="BulkResult" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate44.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate45(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate45.errors);
errors = vErrors.length;
}
validate44.errors = vErrors;
return errors === 0;
}
validate44.evaluated = {"props":{"cursor":true,"workflowRuns":true},"dynamicProps":false,"dynamicItems":false};

const WorkflowRunPage = validate49;
const schema61 = {"$ref":"components#/$defs/WorkflowRunPage","$id":"WorkflowRunPage"};
const schema62 = {"description":"One page of workflow runs.","type":"object","required":["runs"],"properties":{"cursor":{"$ref":"components#/$defs/Cursor"},"runs":{"description":"The workflow runs. The contract does not define their order.","type":"array","items":{"$ref":"components#/$defs/WorkflowRun"}}}};
const schema64 = {"description":"A workflow run with its steps. Several runs can share an id.","type":"object","required":["workflowRunId","workflowUrl","workflowState","workflowRunCreatedAt","steps"],"properties":{"workflowRunId":{"description":"The id of the run. Several runs can share it.","type":"string"},"workflowUrl":{"description":"The workflow URL.","type":"string"},"workflowState":{"description":"The state of the run.","$ref":"components#/$defs/RunState"},"workflowRunCreatedAt":{"description":"The creation time of the run (Unix milliseconds).","$ref":"components#/$defs/UnixMilliseconds"},"workflowRunCompletedAt":{"description":"The completion time of the run (Unix milliseconds). Absent or null before completion.","type":["integer","null"]},"steps":{"description":"The steps of the run in groups.","type":"array","items":{"$ref":"components#/$defs/StepGroup"}}}};
const schema65 = {"description":"A state of a workflow run.","type":"string","enum":["RUN_STARTED","RUN_SUCCESS","RUN_FAILED","RUN_CANCELED"]};
const schema67 = {"description":"A group of sequential or parallel steps.","type":"object","required":["type","steps"],"properties":{"type":{"description":"The execution order of the steps.","type":"string","enum":["sequential","parallel"]},"steps":{"description":"The steps of the group.","type":"array","items":{"$ref":"components#/$defs/Step"}}}};
const schema68 = {"description":"A step of a workflow run, tied to one message.","type":"object","required":["stepName","stepType","callType","messageId","concurrent","state","createdAt"],"properties":{"stepId":{"description":"The id of the step. Absent or null on the initial step.","type":["integer","null"]},"stepName":{"description":"The name of the step.","type":"string"},"stepType":{"description":"The type of the step. The contract does not define the full list of values.","type":"string","x-known-values":["Initial","Run"]},"callType":{"description":"The call type of the step. The contract does not define the full list of values.","type":"string","x-known-values":["step"]},"messageId":{"description":"The id of the message of the step.","type":"string"},"out":{"description":"The output of the step.","type":["string","null"]},"concurrent":{"description":"The number of parallel steps.","type":"integer"},"state":{"description":"The state of the step. The contract does not define the full list of values.","type":"string","x-known-values":["STEP_SUCCESS"]},"createdAt":{"description":"The creation time of the step (Unix milliseconds).","$ref":"components#/$defs/UnixMilliseconds"}}};

function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate53.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.stepName === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "stepName"},message:"must have required property '"+"stepName"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.stepType === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "stepType"},message:"must have required property '"+"stepType"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.callType === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "callType"},message:"must have required property '"+"callType"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.messageId === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "messageId"},message:"must have required property '"+"messageId"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.concurrent === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "concurrent"},message:"must have required property '"+"concurrent"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.state === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "state"},message:"must have required property '"+"state"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.createdAt === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "createdAt"},message:"must have required property '"+"createdAt"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.stepId !== undefined){
let data0 = data.stepId;
if((!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))) && (data0 !== null)){
const err7 = {instancePath:instancePath+"/stepId",schemaPath:"#/properties/stepId/type",keyword:"type",params:{type: schema68.properties.stepId.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.stepName !== undefined){
if(typeof data.stepName !== "string"){
const err8 = {instancePath:instancePath+"/stepName",schemaPath:"#/properties/stepName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.stepType !== undefined){
if(typeof data.stepType !== "string"){
const err9 = {instancePath:instancePath+"/stepType",schemaPath:"#/properties/stepType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.callType !== undefined){
if(typeof data.callType !== "string"){
const err10 = {instancePath:instancePath+"/callType",schemaPath:"#/properties/callType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.messageId !== undefined){
if(typeof data.messageId !== "string"){
const err11 = {instancePath:instancePath+"/messageId",schemaPath:"#/properties/messageId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.out !== undefined){
let data5 = data.out;
if((typeof data5 !== "string") && (data5 !== null)){
const err12 = {instancePath:instancePath+"/out",schemaPath:"#/properties/out/type",keyword:"type",params:{type: schema68.properties.out.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.concurrent !== undefined){
let data6 = data.concurrent;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err13 = {instancePath:instancePath+"/concurrent",schemaPath:"#/properties/concurrent/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.state !== undefined){
if(typeof data.state !== "string"){
const err14 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.createdAt !== undefined){
let data8 = data.createdAt;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err15 = {instancePath:instancePath+"/createdAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate53.errors = vErrors;
return errors === 0;
}
validate53.evaluated = {"props":{"stepId":true,"stepName":true,"stepType":true,"callType":true,"messageId":true,"out":true,"concurrent":true,"state":true,"createdAt":true},"dynamicProps":false,"dynamicItems":false};


function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate52.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.steps === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "steps"},message:"must have required property '"+"steps"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!((data0 === "sequential") || (data0 === "parallel"))){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema67.properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.steps !== undefined){
let data1 = data.steps;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate53(data1[i0], {instancePath:instancePath+"/steps/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate53.errors);
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate52.errors = vErrors;
return errors === 0;
}
validate52.evaluated = {"props":{"type":true,"steps":true},"dynamicProps":false,"dynamicItems":false};


function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate51.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workflowRunId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowRunId"},message:"must have required property '"+"workflowRunId"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.workflowUrl === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowUrl"},message:"must have required property '"+"workflowUrl"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.workflowState === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowState"},message:"must have required property '"+"workflowState"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.workflowRunCreatedAt === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowRunCreatedAt"},message:"must have required property '"+"workflowRunCreatedAt"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.steps === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "steps"},message:"must have required property '"+"steps"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.workflowRunId !== undefined){
if(typeof data.workflowRunId !== "string"){
const err5 = {instancePath:instancePath+"/workflowRunId",schemaPath:"#/properties/workflowRunId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.workflowUrl !== undefined){
if(typeof data.workflowUrl !== "string"){
const err6 = {instancePath:instancePath+"/workflowUrl",schemaPath:"#/properties/workflowUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.workflowState !== undefined){
let data2 = data.workflowState;
if(typeof data2 !== "string"){
const err7 = {instancePath:instancePath+"/workflowState",schemaPath:"components#/$defs/RunState/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!((((data2 === "RUN_STARTED") || (data2 === "RUN_SUCCESS")) || (data2 === "RUN_FAILED")) || (data2 === "RUN_CANCELED"))){
const err8 = {instancePath:instancePath+"/workflowState",schemaPath:"components#/$defs/RunState/enum",keyword:"enum",params:{allowedValues: schema65.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.workflowRunCreatedAt !== undefined){
let data3 = data.workflowRunCreatedAt;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err9 = {instancePath:instancePath+"/workflowRunCreatedAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.workflowRunCompletedAt !== undefined){
let data4 = data.workflowRunCompletedAt;
if((!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))) && (data4 !== null)){
const err10 = {instancePath:instancePath+"/workflowRunCompletedAt",schemaPath:"#/properties/workflowRunCompletedAt/type",keyword:"type",params:{type: schema64.properties.workflowRunCompletedAt.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.steps !== undefined){
let data5 = data.steps;
if(Array.isArray(data5)){
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
if(!(validate52(data5[i0], {instancePath:instancePath+"/steps/" + i0,parentData:data5,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate52.errors);
errors = vErrors.length;
}
}
}
else {
const err11 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate51.errors = vErrors;
return errors === 0;
}
validate51.evaluated = {"props":{"workflowRunId":true,"workflowUrl":true,"workflowState":true,"workflowRunCreatedAt":true,"workflowRunCompletedAt":true,"steps":true},"dynamicProps":false,"dynamicItems":false};


function validate50(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate50.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.runs === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "runs"},message:"must have required property '"+"runs"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.cursor !== undefined){
let data0 = data.cursor;
if((typeof data0 !== "string") && (data0 !== null)){
const err1 = {instancePath:instancePath+"/cursor",schemaPath:"components#/$defs/Cursor/type",keyword:"type",params:{type: schema38.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.runs !== undefined){
let data1 = data.runs;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate51(data1[i0], {instancePath:instancePath+"/runs/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate51.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/runs",schemaPath:"#/properties/runs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate50.errors = vErrors;
return errors === 0;
}
validate50.evaluated = {"props":{"cursor":true,"runs":true},"dynamicProps":false,"dynamicItems":false};


function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="WorkflowRunPage" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate49.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate50(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate50.errors);
errors = vErrors.length;
}
validate49.errors = vErrors;
return errors === 0;
}
validate49.evaluated = {"props":{"cursor":true,"runs":true},"dynamicProps":false,"dynamicItems":false};

const MessageLogPage = validate58;
const schema70 = {"$ref":"components#/$defs/MessageLogPage","$id":"MessageLogPage"};
const schema71 = {"description":"One page of log events.","type":"object","required":["events"],"properties":{"cursor":{"$ref":"components#/$defs/Cursor"},"events":{"description":"The log events. The contract does not define their order.","type":"array","items":{"$ref":"components#/$defs/MessageLogEvent"}}}};
const schema73 = {"description":"A log event of a message or of a run.","type":"object","required":["time","state","workflowRunId","workflowUrl","workflowCreatedAt"],"properties":{"time":{"description":"The time of the event (Unix milliseconds).","$ref":"components#/$defs/UnixMilliseconds"},"state":{"description":"A message state or a run state. The contract does not define other message states.","type":"string","x-known-values":["CREATED","DELIVERED","RUN_STARTED","RUN_SUCCESS","RUN_FAILED","RUN_CANCELED","WAITER_ADDED","INVOKED"]},"workflowRunId":{"description":"The id of the run.","type":"string"},"workflowUrl":{"description":"The workflow URL of the run.","type":"string"},"workflowCreatedAt":{"description":"The creation time of the run (Unix milliseconds).","$ref":"components#/$defs/UnixMilliseconds"},"stepInfo":{"description":"The step, on message-level events only.","anyOf":[{"$ref":"components#/$defs/StepInfo"},{"type":"null"}]},"nextDeliveryTime":{"description":"The time of the next delivery (Unix milliseconds), on message-level events only.","type":["integer","null"]}}};
const schema76 = {"description":"The step of a message-level event. Run-level events have no step.","type":"object","required":["stepName","stepType","callType","messageId","concurrent","createdAt"],"properties":{"stepName":{"description":"The name of the step.","type":"string"},"stepType":{"description":"The type of the step.","type":"string"},"callType":{"description":"The call type of the step.","type":"string"},"messageId":{"description":"The id of the message of the step.","type":"string"},"concurrent":{"description":"The number of parallel steps.","type":"integer"},"createdAt":{"description":"The creation time of the step (Unix milliseconds).","$ref":"components#/$defs/UnixMilliseconds"}}};

function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate61.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.stepName === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "stepName"},message:"must have required property '"+"stepName"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.stepType === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "stepType"},message:"must have required property '"+"stepType"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.callType === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "callType"},message:"must have required property '"+"callType"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.messageId === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "messageId"},message:"must have required property '"+"messageId"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.concurrent === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "concurrent"},message:"must have required property '"+"concurrent"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.createdAt === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "createdAt"},message:"must have required property '"+"createdAt"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.stepName !== undefined){
if(typeof data.stepName !== "string"){
const err6 = {instancePath:instancePath+"/stepName",schemaPath:"#/properties/stepName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.stepType !== undefined){
if(typeof data.stepType !== "string"){
const err7 = {instancePath:instancePath+"/stepType",schemaPath:"#/properties/stepType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.callType !== undefined){
if(typeof data.callType !== "string"){
const err8 = {instancePath:instancePath+"/callType",schemaPath:"#/properties/callType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.messageId !== undefined){
if(typeof data.messageId !== "string"){
const err9 = {instancePath:instancePath+"/messageId",schemaPath:"#/properties/messageId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.concurrent !== undefined){
let data4 = data.concurrent;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err10 = {instancePath:instancePath+"/concurrent",schemaPath:"#/properties/concurrent/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.createdAt !== undefined){
let data5 = data.createdAt;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err11 = {instancePath:instancePath+"/createdAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate61.errors = vErrors;
return errors === 0;
}
validate61.evaluated = {"props":{"stepName":true,"stepType":true,"callType":true,"messageId":true,"concurrent":true,"createdAt":true},"dynamicProps":false,"dynamicItems":false};


function validate60(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate60.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.time === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "time"},message:"must have required property '"+"time"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.state === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "state"},message:"must have required property '"+"state"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.workflowRunId === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowRunId"},message:"must have required property '"+"workflowRunId"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.workflowUrl === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowUrl"},message:"must have required property '"+"workflowUrl"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.workflowCreatedAt === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowCreatedAt"},message:"must have required property '"+"workflowCreatedAt"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.time !== undefined){
let data0 = data.time;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err5 = {instancePath:instancePath+"/time",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.state !== undefined){
if(typeof data.state !== "string"){
const err6 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.workflowRunId !== undefined){
if(typeof data.workflowRunId !== "string"){
const err7 = {instancePath:instancePath+"/workflowRunId",schemaPath:"#/properties/workflowRunId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.workflowUrl !== undefined){
if(typeof data.workflowUrl !== "string"){
const err8 = {instancePath:instancePath+"/workflowUrl",schemaPath:"#/properties/workflowUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.workflowCreatedAt !== undefined){
let data4 = data.workflowCreatedAt;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err9 = {instancePath:instancePath+"/workflowCreatedAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.stepInfo !== undefined){
let data5 = data.stepInfo;
const _errs14 = errors;
let valid3 = false;
const _errs15 = errors;
if(!(validate61(data5, {instancePath:instancePath+"/stepInfo",parentData:data,parentDataProperty:"stepInfo",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate61.errors);
errors = vErrors.length;
}
var _valid0 = _errs15 === errors;
valid3 = valid3 || _valid0;
if(_valid0){
var props0 = {};
props0.stepName = true;
props0.stepType = true;
props0.callType = true;
props0.messageId = true;
props0.concurrent = true;
props0.createdAt = true;
}
const _errs16 = errors;
if(data5 !== null){
const err10 = {instancePath:instancePath+"/stepInfo",schemaPath:"#/properties/stepInfo/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid0 = _errs16 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err11 = {instancePath:instancePath+"/stepInfo",schemaPath:"#/properties/stepInfo/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
}
if(data.nextDeliveryTime !== undefined){
let data6 = data.nextDeliveryTime;
if((!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))) && (data6 !== null)){
const err12 = {instancePath:instancePath+"/nextDeliveryTime",schemaPath:"#/properties/nextDeliveryTime/type",keyword:"type",params:{type: schema73.properties.nextDeliveryTime.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate60.errors = vErrors;
return errors === 0;
}
validate60.evaluated = {"props":{"time":true,"state":true,"workflowRunId":true,"workflowUrl":true,"workflowCreatedAt":true,"stepInfo":true,"nextDeliveryTime":true},"dynamicProps":false,"dynamicItems":false};


function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate59.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.events === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "events"},message:"must have required property '"+"events"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.cursor !== undefined){
let data0 = data.cursor;
if((typeof data0 !== "string") && (data0 !== null)){
const err1 = {instancePath:instancePath+"/cursor",schemaPath:"components#/$defs/Cursor/type",keyword:"type",params:{type: schema38.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.events !== undefined){
let data1 = data.events;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate60(data1[i0], {instancePath:instancePath+"/events/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate60.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate59.errors = vErrors;
return errors === 0;
}
validate59.evaluated = {"props":{"cursor":true,"events":true},"dynamicProps":false,"dynamicItems":false};


function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="MessageLogPage" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate58.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate59(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate59.errors);
errors = vErrors.length;
}
validate58.errors = vErrors;
return errors === 0;
}
validate58.evaluated = {"props":{"cursor":true,"events":true},"dynamicProps":false,"dynamicItems":false};

const NotifyResults = validate65;
const schema78 = {"$ref":"components#/$defs/NotifyResults","$id":"NotifyResults"};
const schema79 = {"description":"One element per notified waiter. The array is empty if no workflow waits.","type":"array","items":{"$ref":"components#/$defs/NotifyResult"}};
const schema80 = {"description":"A notified waiter and its run.","type":"object","required":["waiter","messageId","workflowRunId","workflowCreatedAt"],"properties":{"waiter":{"description":"The notified waiter.","$ref":"components#/$defs/Waiter"},"messageId":{"description":"A message id. The contract does not define which message it belongs to.","type":"string"},"workflowRunId":{"description":"The id of the waiting run.","type":"string"},"workflowCreatedAt":{"description":"The creation time of this run (Unix milliseconds).","$ref":"components#/$defs/UnixMilliseconds"}}};
const schema81 = {"description":"A workflow run that waits for an event.","type":"object","required":["url","headers","deadline"],"properties":{"url":{"description":"The endpoint URL of the workflow.","type":"string"},"headers":{"description":"Headers with the run id (`Svc-Workflow-Runid`) and the workflow URL (`Svc-Workflow-Url`).","$ref":"components#/$defs/HeaderMap"},"deadline":{"description":"The end of the wait. The contract does not define the unit; the observed values are Unix seconds.","type":"integer"}}};

function validate68(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate68.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.url === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.headers === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "headers"},message:"must have required property '"+"headers"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.deadline === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deadline"},message:"must have required property '"+"deadline"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.url !== undefined){
if(typeof data.url !== "string"){
const err3 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.headers !== undefined){
let data1 = data.headers;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const key0 in data1){
let data2 = data1[key0];
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(typeof data2[i0] !== "string"){
const err4 = {instancePath:instancePath+"/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"components#/$defs/HeaderMap/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"components#/$defs/HeaderMap/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/headers",schemaPath:"components#/$defs/HeaderMap/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.deadline !== undefined){
let data4 = data.deadline;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err7 = {instancePath:instancePath+"/deadline",schemaPath:"#/properties/deadline/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate68.errors = vErrors;
return errors === 0;
}
validate68.evaluated = {"props":{"url":true,"headers":true,"deadline":true},"dynamicProps":false,"dynamicItems":false};


function validate67(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate67.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.waiter === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "waiter"},message:"must have required property '"+"waiter"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.messageId === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "messageId"},message:"must have required property '"+"messageId"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.workflowRunId === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowRunId"},message:"must have required property '"+"workflowRunId"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.workflowCreatedAt === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workflowCreatedAt"},message:"must have required property '"+"workflowCreatedAt"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.waiter !== undefined){
if(!(validate68(data.waiter, {instancePath:instancePath+"/waiter",parentData:data,parentDataProperty:"waiter",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate68.errors);
errors = vErrors.length;
}
}
if(data.messageId !== undefined){
if(typeof data.messageId !== "string"){
const err4 = {instancePath:instancePath+"/messageId",schemaPath:"#/properties/messageId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.workflowRunId !== undefined){
if(typeof data.workflowRunId !== "string"){
const err5 = {instancePath:instancePath+"/workflowRunId",schemaPath:"#/properties/workflowRunId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.workflowCreatedAt !== undefined){
let data3 = data.workflowCreatedAt;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err6 = {instancePath:instancePath+"/workflowCreatedAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate67.errors = vErrors;
return errors === 0;
}
validate67.evaluated = {"props":{"waiter":true,"messageId":true,"workflowRunId":true,"workflowCreatedAt":true},"dynamicProps":false,"dynamicItems":false};


function validate66(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate66.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate67(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate67.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate66.errors = vErrors;
return errors === 0;
}
validate66.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate65(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="NotifyResults" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate65.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate66(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate66.errors);
errors = vErrors.length;
}
validate65.errors = vErrors;
return errors === 0;
}
validate65.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

const FlowControl = validate72;
const schema84 = {"$ref":"components#/$defs/FlowControl","$id":"FlowControl"};
const schema85 = {"description":"A flow control key and its wait list.","type":"object","required":["flowControlKey","waitListSize"],"properties":{"flowControlKey":{"description":"The flow control key.","type":"string"},"waitListSize":{"description":"The number of messages that wait because of the parallelism of the key.","type":"integer"}}};

function validate72(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="FlowControl" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate72.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.flowControlKey === undefined){
const err0 = {instancePath,schemaPath:"components#/$defs/FlowControl/required",keyword:"required",params:{missingProperty: "flowControlKey"},message:"must have required property '"+"flowControlKey"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.waitListSize === undefined){
const err1 = {instancePath,schemaPath:"components#/$defs/FlowControl/required",keyword:"required",params:{missingProperty: "waitListSize"},message:"must have required property '"+"waitListSize"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.flowControlKey !== undefined){
if(typeof data.flowControlKey !== "string"){
const err2 = {instancePath:instancePath+"/flowControlKey",schemaPath:"components#/$defs/FlowControl/properties/flowControlKey/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.waitListSize !== undefined){
let data1 = data.waitListSize;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/waitListSize",schemaPath:"components#/$defs/FlowControl/properties/waitListSize/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"components#/$defs/FlowControl/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate72.errors = vErrors;
return errors === 0;
}
validate72.evaluated = {"props":{"flowControlKey":true,"waitListSize":true},"dynamicProps":false,"dynamicItems":false};

function joined(errors, more) {
  if (errors === null) return more
  for (const error of more) errors.push(error)
  return errors
}

export const operations = [
  {
    operationId: "publish",
    method: "POST",
    path: "/v2/publish/{destination}",
    remainder: "destination",
    responses: {
      "2XX": { "application/json": { rule: "queue.publish.url-answers-one-object", validate: PublishResponse } },
      "default": {},
    },
  },
  {
    operationId: "setGroupDefaultHeaders",
    method: "PATCH",
    path: "/v2/topics/{group-name}",
    responses: {
      "2XX": {},
      "default": {},
    },
  },
  {
    operationId: "listDlq",
    method: "GET",
    path: "/v2/workflows/dlq",
    responses: {
      "2XX": { "application/json": { rule: "queue.dlq.list-response", validate: DlqPage } },
      "default": {},
    },
  },
  {
    operationId: "getDlqEntry",
    method: "GET",
    path: "/v2/workflows/dlq/{dlqId}",
    responses: {
      "404": {},
      "2XX": { "application/json": { rule: "queue.dlq.get-returns-one-message", validate: DlqMessage } },
      "default": {},
    },
  },
  {
    operationId: "deleteDlqEntry",
    method: "DELETE",
    path: "/v2/workflows/dlq/{dlqId}",
    responses: {
      "200": { "": { rule: "queue.dlq.delete-has-no-body" } },
      "404": {},
      "default": {},
    },
  },
  {
    operationId: "restart",
    method: "POST",
    path: "/v2/workflows/dlq/restart/{dlqId}",
    responses: {
      "2XX": { "application/json": { rule: "queue.restart.response", validate: RunReference } },
      "default": {},
    },
  },
  {
    operationId: "resume",
    method: "POST",
    path: "/v2/workflows/dlq/resume/{dlqId}",
    responses: {
      "2XX": { "application/json": { rule: "queue.resume.response", validate: RunReference } },
      "default": {},
    },
  },
  {
    operationId: "bulkRestart",
    method: "POST",
    path: "/v2/workflows/dlq/restart",
    responses: {
      "2XX": { "application/json": { rule: "queue.bulk.response", validate: BulkResult } },
      "default": {},
    },
  },
  {
    operationId: "bulkResume",
    method: "POST",
    path: "/v2/workflows/dlq/resume",
    responses: {
      "2XX": { "application/json": { rule: "queue.bulk.response", validate: BulkResult } },
      "default": {},
    },
  },
  {
    operationId: "retriggerFailureCallback",
    method: "POST",
    path: "/v2/workflows/dlq/callback/{dlqId}",
    responses: {
      "2XX": { "application/json": { rule: "queue.callback-retrigger.response", validate: RunReference } },
      "default": {},
    },
  },
  {
    operationId: "listWorkflowRuns",
    method: "GET",
    path: "/v2/workflows/logs",
    responses: {
      "2XX": { "application/json": { rule: "queue.runs.list-response", validate: WorkflowRunPage } },
      "default": {},
    },
  },
  {
    operationId: "listMessageLogs",
    method: "GET",
    path: "/v2/workflows/messageLogs",
    responses: {
      "2XX": { "application/json": { rule: "queue.message-logs.list-response", validate: MessageLogPage } },
      "default": {},
    },
  },
  {
    operationId: "notify",
    method: "POST",
    path: "/v2/notify/{eventId}",
    responses: {
      "2XX": { "application/json": { rule: "queue.notify.one-element-per-waiter", validate: NotifyResults } },
      "default": {},
    },
  },
  {
    operationId: "getFlowControl",
    method: "GET",
    path: "/v2/flowControl/{flowControlKey}",
    responses: {
      "2XX": { "application/json": { rule: "queue.flow-control.response", validate: FlowControl } },
      "default": {},
    },
  },
]
