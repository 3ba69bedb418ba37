// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

const publish_2XX = validate20;
const schema31 = {"anyOf":[{"$ref":"components#/$defs/PublishResult"},{"type":"array","items":{"$ref":"components#/$defs/GroupPublishResult"}}],"$id":"publish_2XX"};
const schema33 = {"type":"object","required":["messageId","url"],"properties":{"messageId":{"type":"string"},"url":{"description":"The destination.","type":"string"},"deduplicated":{"description":"True when the message is a duplicate, which is not sent.","type":"boolean"}}};
const schema34 = {"description":"For one endpoint of a group. Which further fields it has is open.","type":"object","required":["messageId"],"properties":{"messageId":{"type":"string"},"url":{"description":"The endpoint.","type":"string"},"deduplicated":{"description":"True when the message is a duplicate, which is not sent.","type":"boolean"}}};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="publish_2XX" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
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
if(typeof data.deduplicated !== "boolean"){
const err4 = {instancePath:instancePath+"/deduplicated",schemaPath:"components#/$defs/PublishResult/properties/deduplicated/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
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
if(typeof data3.url !== "string"){
const err8 = {instancePath:instancePath+"/" + i0+"/url",schemaPath:"components#/$defs/GroupPublishResult/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
if(typeof data3.deduplicated !== "boolean"){
const err9 = {instancePath:instancePath+"/" + i0+"/deduplicated",schemaPath:"components#/$defs/GroupPublishResult/properties/deduplicated/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
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
validate20.errors = vErrors;
evaluated0.props = props0;
evaluated0.items = items0;
return errors === 0;
}
validate20.evaluated = {"dynamicProps":true,"dynamicItems":true};

const listDlq_2XX = validate22;
const schema35 = {"type":"object","required":["messages"],"properties":{"cursor":{"$ref":"components#/$defs/Cursor"},"messages":{"type":"array","items":{"$ref":"components#/$defs/DlqMessage"}}},"$id":"listDlq_2XX"};
const schema36 = {"description":"Where the next page begins. Absent or empty at the end.","type":"string"};
const schema37 = {"type":"object","required":["messageId"],"properties":{"messageId":{"type":"string"},"dlqId":{"type":"string"},"url":{"description":"The workflow's endpoint.","type":"string"},"method":{"type":"string"},"header":{"description":"The initial request's headers, settings included.","$ref":"components#/$defs/HeaderMap"},"body":{"description":"The payload, when it is UTF-8.","type":"string"},"bodyBase64":{"description":"The payload, when it is not UTF-8.","type":"string","contentEncoding":"base64"},"maxRetries":{"type":"integer"},"notBefore":{"$ref":"components#/$defs/UnixMilliseconds"},"createdAt":{"$ref":"components#/$defs/UnixMilliseconds"},"failureCallback":{"type":"string"},"failureCallbackHeader":{"$ref":"components#/$defs/HeaderMap"},"callerIP":{"description":"The publisher's address.","type":"string"},"workflowRunId":{"type":"string"},"workflowCreatedAt":{"$ref":"components#/$defs/UnixMilliseconds"},"workflowUrl":{"type":"string"},"flowControlKey":{"type":"string"},"rate":{"type":"integer"},"parallelism":{"type":"integer"},"period":{"type":"integer"},"responseStatus":{"description":"The status that the last failed attempt got.","type":"integer"},"responseHeader":{"description":"The headers that the last failed attempt got.","$ref":"components#/$defs/HeaderMap"},"responseBody":{"description":"The body that the last failed attempt got, when it is UTF-8.","type":"string"},"responseBodyBase64":{"description":"The body that the last failed attempt got, when it is not UTF-8.","type":"string","contentEncoding":"base64"},"failureCallbackInfo":{"$ref":"components#/$defs/FailureCallbackInfo"}}};
const schema38 = {"description":"From header name to its values.","type":"object","additionalProperties":{"type":"array","items":{"type":"string"}}};
const schema39 = {"type":"integer"};
const schema44 = {"description":"What came of the failure callback.","type":"object","properties":{"state":{"type":"string"},"responseStatus":{"type":"integer"},"responseBody":{"type":"string"},"responseHeaders":{"$ref":"components#/$defs/HeaderMap"}}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.state !== undefined){
if(typeof data.state !== "string"){
const err0 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err1 = {instancePath:instancePath+"/responseStatus",schemaPath:"#/properties/responseStatus/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
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
if(typeof data.responseBody !== "string"){
const err2 = {instancePath:instancePath+"/responseBody",schemaPath:"#/properties/responseBody/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
let data3 = data.responseHeaders;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
for(const key0 in data3){
let data4 = data3[key0];
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(typeof data4[i0] !== "string"){
const err3 = {instancePath:instancePath+"/responseHeaders/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"components#/$defs/HeaderMap/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err4 = {instancePath:instancePath+"/responseHeaders/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"components#/$defs/HeaderMap/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
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
const err5 = {instancePath:instancePath+"/responseHeaders",schemaPath:"components#/$defs/HeaderMap/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":{"state":true,"responseStatus":true,"responseBody":true,"responseHeaders":true},"dynamicProps":false,"dynamicItems":false};


function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
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
if(data.messageId !== undefined){
if(typeof data.messageId !== "string"){
const err1 = {instancePath:instancePath+"/messageId",schemaPath:"#/properties/messageId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.dlqId !== undefined){
if(typeof data.dlqId !== "string"){
const err2 = {instancePath:instancePath+"/dlqId",schemaPath:"#/properties/dlqId/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
if(data.method !== undefined){
if(typeof data.method !== "string"){
const err4 = {instancePath:instancePath+"/method",schemaPath:"#/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
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
const err5 = {instancePath:instancePath+"/header/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"components#/$defs/HeaderMap/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err6 = {instancePath:instancePath+"/header/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"components#/$defs/HeaderMap/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
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
const err7 = {instancePath:instancePath+"/header",schemaPath:"components#/$defs/HeaderMap/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.body !== undefined){
if(typeof data.body !== "string"){
const err8 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.bodyBase64 !== undefined){
if(typeof data.bodyBase64 !== "string"){
const err9 = {instancePath:instancePath+"/bodyBase64",schemaPath:"#/properties/bodyBase64/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.maxRetries !== undefined){
let data9 = data.maxRetries;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err10 = {instancePath:instancePath+"/maxRetries",schemaPath:"#/properties/maxRetries/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.notBefore !== undefined){
let data10 = data.notBefore;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err11 = {instancePath:instancePath+"/notBefore",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.createdAt !== undefined){
let data11 = data.createdAt;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err12 = {instancePath:instancePath+"/createdAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.failureCallback !== undefined){
if(typeof data.failureCallback !== "string"){
const err13 = {instancePath:instancePath+"/failureCallback",schemaPath:"#/properties/failureCallback/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.failureCallbackHeader !== undefined){
let data13 = data.failureCallbackHeader;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
for(const key1 in data13){
let data14 = data13[key1];
if(Array.isArray(data14)){
const len1 = data14.length;
for(let i1=0; i1<len1; i1++){
if(typeof data14[i1] !== "string"){
const err14 = {instancePath:instancePath+"/failureCallbackHeader/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1,schemaPath:"components#/$defs/HeaderMap/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/failureCallbackHeader/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"components#/$defs/HeaderMap/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
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
const err16 = {instancePath:instancePath+"/failureCallbackHeader",schemaPath:"components#/$defs/HeaderMap/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.callerIP !== undefined){
if(typeof data.callerIP !== "string"){
const err17 = {instancePath:instancePath+"/callerIP",schemaPath:"#/properties/callerIP/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.workflowRunId !== undefined){
if(typeof data.workflowRunId !== "string"){
const err18 = {instancePath:instancePath+"/workflowRunId",schemaPath:"#/properties/workflowRunId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.workflowCreatedAt !== undefined){
let data18 = data.workflowCreatedAt;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err19 = {instancePath:instancePath+"/workflowCreatedAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.workflowUrl !== undefined){
if(typeof data.workflowUrl !== "string"){
const err20 = {instancePath:instancePath+"/workflowUrl",schemaPath:"#/properties/workflowUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.flowControlKey !== undefined){
if(typeof data.flowControlKey !== "string"){
const err21 = {instancePath:instancePath+"/flowControlKey",schemaPath:"#/properties/flowControlKey/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.rate !== undefined){
let data21 = data.rate;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err22 = {instancePath:instancePath+"/rate",schemaPath:"#/properties/rate/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.parallelism !== undefined){
let data22 = data.parallelism;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
const err23 = {instancePath:instancePath+"/parallelism",schemaPath:"#/properties/parallelism/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.period !== undefined){
let data23 = data.period;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
const err24 = {instancePath:instancePath+"/period",schemaPath:"#/properties/period/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.responseStatus !== undefined){
let data24 = data.responseStatus;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err25 = {instancePath:instancePath+"/responseStatus",schemaPath:"#/properties/responseStatus/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.responseHeader !== undefined){
let data25 = data.responseHeader;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
for(const key2 in data25){
let data26 = data25[key2];
if(Array.isArray(data26)){
const len2 = data26.length;
for(let i2=0; i2<len2; i2++){
if(typeof data26[i2] !== "string"){
const err26 = {instancePath:instancePath+"/responseHeader/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"components#/$defs/HeaderMap/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/responseHeader/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"components#/$defs/HeaderMap/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/responseHeader",schemaPath:"components#/$defs/HeaderMap/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.responseBody !== undefined){
if(typeof data.responseBody !== "string"){
const err29 = {instancePath:instancePath+"/responseBody",schemaPath:"#/properties/responseBody/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.responseBodyBase64 !== undefined){
if(typeof data.responseBodyBase64 !== "string"){
const err30 = {instancePath:instancePath+"/responseBodyBase64",schemaPath:"#/properties/responseBodyBase64/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.failureCallbackInfo !== undefined){
if(!(validate24(data.failureCallbackInfo, {instancePath:instancePath+"/failureCallbackInfo",parentData:data,parentDataProperty:"failureCallbackInfo",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err31 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":{"messageId":true,"dlqId":true,"url":true,"method":true,"header":true,"body":true,"bodyBase64":true,"maxRetries":true,"notBefore":true,"createdAt":true,"failureCallback":true,"failureCallbackHeader":true,"callerIP":true,"workflowRunId":true,"workflowCreatedAt":true,"workflowUrl":true,"flowControlKey":true,"rate":true,"parallelism":true,"period":true,"responseStatus":true,"responseHeader":true,"responseBody":true,"responseBodyBase64":true,"failureCallbackInfo":true},"dynamicProps":false,"dynamicItems":false};


function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="listDlq_2XX" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
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
if(typeof data.cursor !== "string"){
const err1 = {instancePath:instancePath+"/cursor",schemaPath:"components#/$defs/Cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
if(!(validate23(data1[i0], {instancePath:instancePath+"/messages/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate23.errors);
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
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":{"cursor":true,"messages":true},"dynamicProps":false,"dynamicItems":false};

const DlqMessage = validate27;
const schema46 = {"$ref":"components#/$defs/DlqMessage","$id":"DlqMessage"};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
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
if(data.messageId !== undefined){
if(typeof data.messageId !== "string"){
const err1 = {instancePath:instancePath+"/messageId",schemaPath:"#/properties/messageId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.dlqId !== undefined){
if(typeof data.dlqId !== "string"){
const err2 = {instancePath:instancePath+"/dlqId",schemaPath:"#/properties/dlqId/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
if(data.method !== undefined){
if(typeof data.method !== "string"){
const err4 = {instancePath:instancePath+"/method",schemaPath:"#/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
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
const err5 = {instancePath:instancePath+"/header/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"components#/$defs/HeaderMap/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err6 = {instancePath:instancePath+"/header/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"components#/$defs/HeaderMap/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
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
const err7 = {instancePath:instancePath+"/header",schemaPath:"components#/$defs/HeaderMap/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.body !== undefined){
if(typeof data.body !== "string"){
const err8 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.bodyBase64 !== undefined){
if(typeof data.bodyBase64 !== "string"){
const err9 = {instancePath:instancePath+"/bodyBase64",schemaPath:"#/properties/bodyBase64/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.maxRetries !== undefined){
let data9 = data.maxRetries;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err10 = {instancePath:instancePath+"/maxRetries",schemaPath:"#/properties/maxRetries/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.notBefore !== undefined){
let data10 = data.notBefore;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err11 = {instancePath:instancePath+"/notBefore",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.createdAt !== undefined){
let data11 = data.createdAt;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err12 = {instancePath:instancePath+"/createdAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.failureCallback !== undefined){
if(typeof data.failureCallback !== "string"){
const err13 = {instancePath:instancePath+"/failureCallback",schemaPath:"#/properties/failureCallback/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.failureCallbackHeader !== undefined){
let data13 = data.failureCallbackHeader;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
for(const key1 in data13){
let data14 = data13[key1];
if(Array.isArray(data14)){
const len1 = data14.length;
for(let i1=0; i1<len1; i1++){
if(typeof data14[i1] !== "string"){
const err14 = {instancePath:instancePath+"/failureCallbackHeader/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1,schemaPath:"components#/$defs/HeaderMap/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/failureCallbackHeader/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"components#/$defs/HeaderMap/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
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
const err16 = {instancePath:instancePath+"/failureCallbackHeader",schemaPath:"components#/$defs/HeaderMap/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.callerIP !== undefined){
if(typeof data.callerIP !== "string"){
const err17 = {instancePath:instancePath+"/callerIP",schemaPath:"#/properties/callerIP/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.workflowRunId !== undefined){
if(typeof data.workflowRunId !== "string"){
const err18 = {instancePath:instancePath+"/workflowRunId",schemaPath:"#/properties/workflowRunId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.workflowCreatedAt !== undefined){
let data18 = data.workflowCreatedAt;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err19 = {instancePath:instancePath+"/workflowCreatedAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.workflowUrl !== undefined){
if(typeof data.workflowUrl !== "string"){
const err20 = {instancePath:instancePath+"/workflowUrl",schemaPath:"#/properties/workflowUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.flowControlKey !== undefined){
if(typeof data.flowControlKey !== "string"){
const err21 = {instancePath:instancePath+"/flowControlKey",schemaPath:"#/properties/flowControlKey/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.rate !== undefined){
let data21 = data.rate;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err22 = {instancePath:instancePath+"/rate",schemaPath:"#/properties/rate/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.parallelism !== undefined){
let data22 = data.parallelism;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
const err23 = {instancePath:instancePath+"/parallelism",schemaPath:"#/properties/parallelism/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.period !== undefined){
let data23 = data.period;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
const err24 = {instancePath:instancePath+"/period",schemaPath:"#/properties/period/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.responseStatus !== undefined){
let data24 = data.responseStatus;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err25 = {instancePath:instancePath+"/responseStatus",schemaPath:"#/properties/responseStatus/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.responseHeader !== undefined){
let data25 = data.responseHeader;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
for(const key2 in data25){
let data26 = data25[key2];
if(Array.isArray(data26)){
const len2 = data26.length;
for(let i2=0; i2<len2; i2++){
if(typeof data26[i2] !== "string"){
const err26 = {instancePath:instancePath+"/responseHeader/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"components#/$defs/HeaderMap/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/responseHeader/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"components#/$defs/HeaderMap/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/responseHeader",schemaPath:"components#/$defs/HeaderMap/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.responseBody !== undefined){
if(typeof data.responseBody !== "string"){
const err29 = {instancePath:instancePath+"/responseBody",schemaPath:"#/properties/responseBody/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.responseBodyBase64 !== undefined){
if(typeof data.responseBodyBase64 !== "string"){
const err30 = {instancePath:instancePath+"/responseBodyBase64",schemaPath:"#/properties/responseBodyBase64/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.failureCallbackInfo !== undefined){
if(!(validate24(data.failureCallbackInfo, {instancePath:instancePath+"/failureCallbackInfo",parentData:data,parentDataProperty:"failureCallbackInfo",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err31 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":{"messageId":true,"dlqId":true,"url":true,"method":true,"header":true,"body":true,"bodyBase64":true,"maxRetries":true,"notBefore":true,"createdAt":true,"failureCallback":true,"failureCallbackHeader":true,"callerIP":true,"workflowRunId":true,"workflowCreatedAt":true,"workflowUrl":true,"flowControlKey":true,"rate":true,"parallelism":true,"period":true,"responseStatus":true,"responseHeader":true,"responseBody":true,"responseBodyBase64":true,"failureCallbackInfo":true},"dynamicProps":false,"dynamicItems":false};


function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="DlqMessage" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate28(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate28.errors);
errors = vErrors.length;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":{"messageId":true,"dlqId":true,"url":true,"method":true,"header":true,"body":true,"bodyBase64":true,"maxRetries":true,"notBefore":true,"createdAt":true,"failureCallback":true,"failureCallbackHeader":true,"callerIP":true,"workflowRunId":true,"workflowCreatedAt":true,"workflowUrl":true,"flowControlKey":true,"rate":true,"parallelism":true,"period":true,"responseStatus":true,"responseHeader":true,"responseBody":true,"responseBodyBase64":true,"failureCallbackInfo":true},"dynamicProps":false,"dynamicItems":false};

const RunReference = validate31;
const schema54 = {"$ref":"components#/$defs/RunReference","$id":"RunReference"};
const schema55 = {"description":"A run id may be shared; together with the creation time it names one run.","type":"object","required":["workflowRunId","workflowCreatedAt"],"properties":{"workflowRunId":{"type":"string"},"workflowCreatedAt":{"$ref":"components#/$defs/UnixMilliseconds"}}};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
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
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":{"workflowRunId":true,"workflowCreatedAt":true},"dynamicProps":false,"dynamicItems":false};


function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="RunReference" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate31.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate32(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate32.errors);
errors = vErrors.length;
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":{"workflowRunId":true,"workflowCreatedAt":true},"dynamicProps":false,"dynamicItems":false};

const bulkRestart_2XX = validate34;
const schema57 = {"type":"object","required":["workflowRuns"],"properties":{"cursor":{"$ref":"components#/$defs/Cursor"},"workflowRuns":{"type":"array","items":{"$ref":"components#/$defs/RunReference"}}},"$id":"bulkRestart_2XX"};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate35.evaluated;
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
validate35.errors = vErrors;
return errors === 0;
}
validate35.evaluated = {"props":{"workflowRunId":true,"workflowCreatedAt":true},"dynamicProps":false,"dynamicItems":false};


function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="bulkRestart_2XX" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate34.evaluated;
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
if(typeof data.cursor !== "string"){
const err1 = {instancePath:instancePath+"/cursor",schemaPath:"components#/$defs/Cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
if(!(validate35(data1[i0], {instancePath:instancePath+"/workflowRuns/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate35.errors);
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
validate34.errors = vErrors;
return errors === 0;
}
validate34.evaluated = {"props":{"cursor":true,"workflowRuns":true},"dynamicProps":false,"dynamicItems":false};

const listWorkflowRuns_2XX = validate37;
const schema61 = {"type":"object","required":["runs"],"properties":{"cursor":{"$ref":"components#/$defs/Cursor"},"runs":{"type":"array","items":{"$ref":"components#/$defs/WorkflowRun"}}},"$id":"listWorkflowRuns_2XX"};
const schema63 = {"type":"object","properties":{"workflowRunId":{"type":"string"},"workflowUrl":{"type":"string"},"workflowState":{"$ref":"components#/$defs/RunState"},"workflowRunCreatedAt":{"$ref":"components#/$defs/UnixMilliseconds"},"workflowRunCompletedAt":{"$ref":"components#/$defs/UnixMilliseconds"},"steps":{"type":"array","items":{"$ref":"components#/$defs/StepGroup"}}}};
const schema64 = {"type":"string","enum":["RUN_STARTED","RUN_SUCCESS","RUN_FAILED","RUN_CANCELED"]};
const schema67 = {"type":"object","properties":{"type":{"type":"string","enum":["sequential","parallel"]},"steps":{"type":"array","items":{"$ref":"components#/$defs/Step"}}}};
const schema68 = {"type":"object","properties":{"stepId":{"description":"Absent on the initial step.","type":"integer"},"stepName":{"type":"string"},"stepType":{"description":"Such as `Initial` or `Run`.","type":"string"},"callType":{"description":"Such as `step`.","type":"string"},"messageId":{"description":"The message that carries the step.","type":"string"},"out":{"description":"What the step returned.","type":"string"},"concurrent":{"type":"integer"},"state":{"description":"Such as `STEP_SUCCESS`.","type":"string"},"createdAt":{"$ref":"components#/$defs/UnixMilliseconds"}}};

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate40.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.stepId !== undefined){
let data0 = data.stepId;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/stepId",schemaPath:"#/properties/stepId/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.stepName !== undefined){
if(typeof data.stepName !== "string"){
const err1 = {instancePath:instancePath+"/stepName",schemaPath:"#/properties/stepName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.stepType !== undefined){
if(typeof data.stepType !== "string"){
const err2 = {instancePath:instancePath+"/stepType",schemaPath:"#/properties/stepType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.callType !== undefined){
if(typeof data.callType !== "string"){
const err3 = {instancePath:instancePath+"/callType",schemaPath:"#/properties/callType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
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
if(data.out !== undefined){
if(typeof data.out !== "string"){
const err5 = {instancePath:instancePath+"/out",schemaPath:"#/properties/out/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.concurrent !== undefined){
let data6 = data.concurrent;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err6 = {instancePath:instancePath+"/concurrent",schemaPath:"#/properties/concurrent/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.state !== undefined){
if(typeof data.state !== "string"){
const err7 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.createdAt !== undefined){
let data8 = data.createdAt;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err8 = {instancePath:instancePath+"/createdAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate40.errors = vErrors;
return errors === 0;
}
validate40.evaluated = {"props":{"stepId":true,"stepName":true,"stepType":true,"callType":true,"messageId":true,"out":true,"concurrent":true,"state":true,"createdAt":true},"dynamicProps":false,"dynamicItems":false};


function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate39.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!((data0 === "sequential") || (data0 === "parallel"))){
const err1 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema67.properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.steps !== undefined){
let data1 = data.steps;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate40(data1[i0], {instancePath:instancePath+"/steps/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate40.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/type",keyword:"type",params:{type: "array"},message:"must be array"};
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
validate39.errors = vErrors;
return errors === 0;
}
validate39.evaluated = {"props":{"type":true,"steps":true},"dynamicProps":false,"dynamicItems":false};


function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate38.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workflowRunId !== undefined){
if(typeof data.workflowRunId !== "string"){
const err0 = {instancePath:instancePath+"/workflowRunId",schemaPath:"#/properties/workflowRunId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.workflowUrl !== undefined){
if(typeof data.workflowUrl !== "string"){
const err1 = {instancePath:instancePath+"/workflowUrl",schemaPath:"#/properties/workflowUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.workflowState !== undefined){
let data2 = data.workflowState;
if(typeof data2 !== "string"){
const err2 = {instancePath:instancePath+"/workflowState",schemaPath:"components#/$defs/RunState/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!((((data2 === "RUN_STARTED") || (data2 === "RUN_SUCCESS")) || (data2 === "RUN_FAILED")) || (data2 === "RUN_CANCELED"))){
const err3 = {instancePath:instancePath+"/workflowState",schemaPath:"components#/$defs/RunState/enum",keyword:"enum",params:{allowedValues: schema64.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.workflowRunCreatedAt !== undefined){
let data3 = data.workflowRunCreatedAt;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err4 = {instancePath:instancePath+"/workflowRunCreatedAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.workflowRunCompletedAt !== undefined){
let data4 = data.workflowRunCompletedAt;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err5 = {instancePath:instancePath+"/workflowRunCompletedAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.steps !== undefined){
let data5 = data.steps;
if(Array.isArray(data5)){
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
if(!(validate39(data5[i0], {instancePath:instancePath+"/steps/" + i0,parentData:data5,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate39.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/type",keyword:"type",params:{type: "array"},message:"must be array"};
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
validate38.errors = vErrors;
return errors === 0;
}
validate38.evaluated = {"props":{"workflowRunId":true,"workflowUrl":true,"workflowState":true,"workflowRunCreatedAt":true,"workflowRunCompletedAt":true,"steps":true},"dynamicProps":false,"dynamicItems":false};


function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="listWorkflowRuns_2XX" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate37.evaluated;
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
if(typeof data.cursor !== "string"){
const err1 = {instancePath:instancePath+"/cursor",schemaPath:"components#/$defs/Cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
if(!(validate38(data1[i0], {instancePath:instancePath+"/runs/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate38.errors);
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
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"props":{"cursor":true,"runs":true},"dynamicProps":false,"dynamicItems":false};

const listMessageLogs_2XX = validate44;
const schema70 = {"type":"object","required":["events"],"properties":{"cursor":{"$ref":"components#/$defs/Cursor"},"events":{"type":"array","items":{"$ref":"components#/$defs/MessageLogEvent"}}},"$id":"listMessageLogs_2XX"};
const schema72 = {"type":"object","properties":{"time":{"$ref":"components#/$defs/UnixMilliseconds"},"state":{"description":"A message's state, or a run's.","type":"string"},"workflowRunId":{"type":"string"},"workflowUrl":{"type":"string"},"workflowCreatedAt":{"$ref":"components#/$defs/UnixMilliseconds"},"stepInfo":{"$ref":"components#/$defs/StepInfo"},"nextDeliveryTime":{"description":"On a message's events alone.","$ref":"components#/$defs/UnixMilliseconds"}}};
const schema75 = {"description":"The step of a message's event; a run's event has none.","type":"object","properties":{"stepName":{"type":"string"},"stepType":{"type":"string"},"callType":{"type":"string"},"messageId":{"type":"string"},"concurrent":{"type":"integer"},"createdAt":{"$ref":"components#/$defs/UnixMilliseconds"}}};

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
if(data.stepName !== undefined){
if(typeof data.stepName !== "string"){
const err0 = {instancePath:instancePath+"/stepName",schemaPath:"#/properties/stepName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.stepType !== undefined){
if(typeof data.stepType !== "string"){
const err1 = {instancePath:instancePath+"/stepType",schemaPath:"#/properties/stepType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.callType !== undefined){
if(typeof data.callType !== "string"){
const err2 = {instancePath:instancePath+"/callType",schemaPath:"#/properties/callType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.messageId !== undefined){
if(typeof data.messageId !== "string"){
const err3 = {instancePath:instancePath+"/messageId",schemaPath:"#/properties/messageId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.concurrent !== undefined){
let data4 = data.concurrent;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err4 = {instancePath:instancePath+"/concurrent",schemaPath:"#/properties/concurrent/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.createdAt !== undefined){
let data5 = data.createdAt;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err5 = {instancePath:instancePath+"/createdAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
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
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate46.errors = vErrors;
return errors === 0;
}
validate46.evaluated = {"props":{"stepName":true,"stepType":true,"callType":true,"messageId":true,"concurrent":true,"createdAt":true},"dynamicProps":false,"dynamicItems":false};


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
if(data.time !== undefined){
let data0 = data.time;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/time",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.state !== undefined){
if(typeof data.state !== "string"){
const err1 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
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
if(data.workflowUrl !== undefined){
if(typeof data.workflowUrl !== "string"){
const err3 = {instancePath:instancePath+"/workflowUrl",schemaPath:"#/properties/workflowUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.workflowCreatedAt !== undefined){
let data4 = data.workflowCreatedAt;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err4 = {instancePath:instancePath+"/workflowCreatedAt",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.stepInfo !== undefined){
if(!(validate46(data.stepInfo, {instancePath:instancePath+"/stepInfo",parentData:data,parentDataProperty:"stepInfo",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate46.errors);
errors = vErrors.length;
}
}
if(data.nextDeliveryTime !== undefined){
let data6 = data.nextDeliveryTime;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err5 = {instancePath:instancePath+"/nextDeliveryTime",schemaPath:"components#/$defs/UnixMilliseconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
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
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate45.errors = vErrors;
return errors === 0;
}
validate45.evaluated = {"props":{"time":true,"state":true,"workflowRunId":true,"workflowUrl":true,"workflowCreatedAt":true,"stepInfo":true,"nextDeliveryTime":true},"dynamicProps":false,"dynamicItems":false};


function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="listMessageLogs_2XX" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate44.evaluated;
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
if(typeof data.cursor !== "string"){
const err1 = {instancePath:instancePath+"/cursor",schemaPath:"components#/$defs/Cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
if(!(validate45(data1[i0], {instancePath:instancePath+"/events/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate45.errors);
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
validate44.errors = vErrors;
return errors === 0;
}
validate44.evaluated = {"props":{"cursor":true,"events":true},"dynamicProps":false,"dynamicItems":false};

const notify_2XX = validate49;
const schema78 = {"type":"array","items":{"$ref":"components#/$defs/NotifyResult"},"$id":"notify_2XX"};
const schema79 = {"type":"object","required":["waiter","messageId","workflowRunId","workflowCreatedAt"],"properties":{"waiter":{"$ref":"components#/$defs/Waiter"},"messageId":{"type":"string"},"workflowRunId":{"type":"string"},"workflowCreatedAt":{"$ref":"components#/$defs/UnixMilliseconds"}}};
const schema80 = {"type":"object","properties":{"url":{"description":"The workflow's endpoint.","type":"string"},"headers":{"description":"Names the run (`Svc-Workflow-Runid`) and its URL (`Svc-Workflow-Url`).","$ref":"components#/$defs/HeaderMap"},"deadline":{"description":"When the wait ends. Its unit is open; Unix seconds were seen.","type":"integer"}}};

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
if(data.url !== undefined){
if(typeof data.url !== "string"){
const err0 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
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
const err1 = {instancePath:instancePath+"/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"components#/$defs/HeaderMap/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err2 = {instancePath:instancePath+"/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"components#/$defs/HeaderMap/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
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
const err3 = {instancePath:instancePath+"/headers",schemaPath:"components#/$defs/HeaderMap/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.deadline !== undefined){
let data4 = data.deadline;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err4 = {instancePath:instancePath+"/deadline",schemaPath:"#/properties/deadline/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
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
validate51.errors = vErrors;
return errors === 0;
}
validate51.evaluated = {"props":{"url":true,"headers":true,"deadline":true},"dynamicProps":false,"dynamicItems":false};


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
if(!(validate51(data.waiter, {instancePath:instancePath+"/waiter",parentData:data,parentDataProperty:"waiter",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate51.errors);
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
validate50.errors = vErrors;
return errors === 0;
}
validate50.evaluated = {"props":{"waiter":true,"messageId":true,"workflowRunId":true,"workflowCreatedAt":true},"dynamicProps":false,"dynamicItems":false};


function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="notify_2XX" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate49.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate50(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate50.errors);
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
validate49.errors = vErrors;
return errors === 0;
}
validate49.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

const FlowControl = validate54;
const schema83 = {"$ref":"components#/$defs/FlowControl","$id":"FlowControl"};
const schema84 = {"type":"object","required":["flowControlKey","waitListSize"],"properties":{"flowControlKey":{"type":"string"},"waitListSize":{"description":"Messages that wait because of the key's parallelism.","type":"integer"}}};

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="FlowControl" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate54.evaluated;
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
validate54.errors = vErrors;
return errors === 0;
}
validate54.evaluated = {"props":{"flowControlKey":true,"waitListSize":true},"dynamicProps":false,"dynamicItems":false};

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
      "2XX": { "application/json": { rule: "queue.publish.url-answers-one-object", validate: publish_2XX } },
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
      "2XX": { "application/json": { rule: "queue.dlq.list-response", validate: listDlq_2XX } },
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
      "2XX": { "application/json": { rule: "queue.bulk.response", validate: bulkRestart_2XX } },
      "default": {},
    },
  },
  {
    operationId: "bulkResume",
    method: "POST",
    path: "/v2/workflows/dlq/resume",
    responses: {
      "2XX": { "application/json": { rule: "queue.bulk.response", validate: bulkRestart_2XX } },
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
      "2XX": { "application/json": { rule: "queue.runs.list-response", validate: listWorkflowRuns_2XX } },
      "default": {},
    },
  },
  {
    operationId: "listMessageLogs",
    method: "GET",
    path: "/v2/workflows/messageLogs",
    responses: {
      "2XX": { "application/json": { rule: "queue.message-logs.list-response", validate: listMessageLogs_2XX } },
      "default": {},
    },
  },
  {
    operationId: "notify",
    method: "POST",
    path: "/v2/notify/{eventId}",
    responses: {
      "2XX": { "application/json": { rule: "queue.notify.one-element-per-waiter", validate: notify_2XX } },
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
