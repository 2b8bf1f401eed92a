<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="cave-back" tilewidth="16" tileheight="16" tilecount="2368" columns="32">
 <image source="cave-back.png" width="512" height="1184"/>
</tileset>
